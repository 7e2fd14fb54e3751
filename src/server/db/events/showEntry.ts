// All SQL about the cars that are entered in events.
import type { Selectable } from 'kysely'
import { listShownColumns } from '../../../domain/shapes/recordShape.ts'
import { showEntryFields } from '../../../domain/shapes/showEntry.ts'
import type { Tx } from '../open.ts'
import type { EntryTable } from '../schema.gen.ts'

const columns = listShownColumns(showEntryFields)

/** What answers show of a car, with its id. */
export type StoredCar = Pick<Selectable<EntryTable>, 'id' | (typeof columns)[number]>

/** By class, then by number; nothing about the owner. */
export async function listCars(tx: Tx, tenantId: number, eventId: number): Promise<StoredCar[]> {
  const cars = await tx
    .selectFrom('entry')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .select(['id', ...columns])
    .execute()
  // car numbers are digits stored as text, which a database sorts by its own collation
  return cars.sort((a, b) => a.class_number - b.class_number || Number(a.car_number) - Number(b.car_number))
}

export interface CarOwner {
  readonly fname: string
  readonly lname: string
}

/** For officers only. By car number. */
export async function listOwners(tx: Tx, tenantId: number, eventId: number): Promise<Map<string, CarOwner>> {
  const rows = await tx
    .selectFrom('entry')
    .where('tenant_id', '=', tenantId)
    .where('event_id', '=', eventId)
    .select(['car_number', 'fname', 'lname'])
    .execute()
  return new Map(rows.map(({ car_number, fname, lname }) => [car_number, { fname, lname }]))
}
