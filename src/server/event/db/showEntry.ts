// All SQL about the cars that are entered in events.
import type { Selectable } from 'kysely'
import type { OptionValue } from '../../../domain/event.ts'
import { foldEmail } from '../../../domain/member.ts'
import { listShownColumns } from '../../../domain/shapes/recordShape.ts'
import { showEntryFields } from '../../../domain/shapes/showEntry.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import type { Schema } from '../../db/schema.gen.ts'
import { mostVehiclesOffered } from '../../limits/sizes.ts'
import { isAmong, type Sales } from './sales.ts'

const columns = listShownColumns(showEntryFields)

/** What answers show of a car, with its id. */
export type StoredCar = Pick<Selectable<Schema['entry']>, 'id' | (typeof columns)[number]>

/** By class, then by number; nothing about the owner. */
export async function listCars(tx: Tx, eventId: number, sales: Sales = 'all'): Promise<StoredCar[]> {
  const cars = await tx
    .selectFrom('entry')
    .where('event_id', '=', eventId)
    .where(isAmong(sales, 'entry'))
    .select(['id', ...columns])
    .execute()
  // car numbers are digits stored as text, which a database sorts by its own collation
  return cars.sort((a, b) => a.class_number - b.class_number || Number(a.car_number) - Number(b.car_number))
}

export interface CarOwner {
  readonly fname: string
  readonly lname: string
}

/** The class of each car, by the car's id. A class that the event has no more has no name. */
export async function listClassesOfCars(
  tx: Tx,
  entryIds: readonly number[],
): Promise<Map<number, { number: number; description: string }>> {
  const rows = await tx
    .selectFrom('entry')
    .leftJoin('event_class as class', (join) =>
      join.onRef('class.event_id', '=', 'entry.event_id').onRef('class.number', '=', 'entry.class_number'),
    )
    .where('entry.id', '=', anyOf(entryIds))
    .select(['entry.id', 'entry.class_number as number', 'class.description'])
    .execute()
  return new Map(rows.map(({ id, number, description }) => [id, { number, description: description ?? '' }]))
}

const vehicleColumns = ['year', 'make', 'model', 'trim', 'color', 'engine'] as const
export type StoredVehicle = Pick<Selectable<Schema['entry']>, (typeof vehicleColumns)[number]>

/** What the member themselves entered at the club's events: the newest first, and each vehicle once. */
export async function listMemberVehicles(tx: Tx, memberId: number): Promise<StoredVehicle[]> {
  const entered = await tx
    .selectFrom('entry')
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(mostVehiclesOffered * 10)
    .select(vehicleColumns)
    .execute()
  const byName = new Map<string, StoredVehicle>()
  for (const vehicle of entered) {
    const name = JSON.stringify([vehicle.year, vehicle.make, vehicle.model]).toLowerCase()
    if (!byName.has(name)) byName.set(name, vehicle)
  }
  return [...byName.values()].slice(0, mostVehiclesOffered)
}

/** For officers only. By car number. */
export async function listOwners(tx: Tx, eventId: number): Promise<Map<string, CarOwner>> {
  const rows = await tx
    .selectFrom('entry')
    .where('event_id', '=', eventId)
    .select(['car_number', 'fname', 'lname'])
    .execute()
  return new Map(rows.map(({ car_number, fname, lname }) => [car_number, { fname, lname }]))
}

/**
 * The car numbers of an event that no car gets by itself: those of its cars, and those that officers have
 * freed. The event must be locked, so that nobody takes one meanwhile.
 */
export async function listCarNumbers(tx: Tx, eventId: number): Promise<Set<string>> {
  const rows = await tx.selectFrom('entry').where('event_id', '=', eventId).select('car_number').execute()
  const event = await tx
    .selectFrom('event')
    .where('id', '=', eventId)
    .select('freed_numbers')
    .executeTakeFirst()
  return new Set([...rows.map(({ car_number }) => car_number), ...(event?.freed_numbers ?? [])])
}

export interface NewEntry {
  readonly eventId: number
  readonly orderId: number
  readonly line: number
  /** As `countSale` counts. */
  readonly sale: number
  readonly carNumber: string
  readonly classNumber: number
  readonly vehicle: Readonly<Record<'year' | 'make' | 'model' | 'trim' | 'color' | 'engine', string>>
  readonly values: readonly OptionValue[]
  readonly memberId: number | null
  readonly owner: Readonly<
    Record<
      'fname' | 'lname' | 'address' | 'city' | 'state' | 'zip' | 'country' | 'phone' | 'email' | 'notes',
      string
    >
  >
  readonly allowEmailMarketing: boolean
  readonly createdAt: Date
}

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<number> {
  const { id } = await tx
    .insertInto('entry')
    .values({
      event_id: entry.eventId,
      order_id: entry.orderId,
      order_line: entry.line,
      sale: entry.sale,
      car_number: entry.carNumber,
      class_number: entry.classNumber,
      ...entry.vehicle,
      option_values: JSON.stringify(entry.values),
      member_id: entry.memberId,
      ...entry.owner,
      email_folded: foldEmail(entry.owner.email),
      allow_email_marketing: entry.allowEmailMarketing,
      created_at: entry.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Withdraws a car. False when somebody has scored it or voted for it: then it stays. */
export async function deleteEntry(tx: Tx, entryId: number): Promise<boolean> {
  if (await isJudged(tx, entryId)) return false
  await tx.deleteFrom('entry').where('id', '=', entryId).execute()
  return true
}

/** Whether a sheet or a vote is for this car. One that comes now waits for this transaction. */
export async function isJudged(tx: Tx, entryId: number): Promise<boolean> {
  await tx.selectFrom('entry').where('id', '=', entryId).forUpdate().select('id').execute()
  const { isFound } = await tx
    .selectNoFrom(({ exists, or, selectFrom }) =>
      or([
        exists(selectFrom('sheet').where('entry_id', '=', entryId).select('entry_id')),
        exists(selectFrom('ballot_vote').where('entry_id', '=', entryId).select('entry_id')),
      ]).as('isFound'),
    )
    .executeTakeFirstOrThrow()
  return isFound === true
}
