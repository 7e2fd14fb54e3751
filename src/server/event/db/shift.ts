// All SQL about volunteers' shifts and the schedules that group them.
import { type ExpressionBuilder, sql } from 'kysely'
import { foldEmail } from '../../../domain/member.ts'
import type { Shift, VolunteerSchedule } from '../../../domain/shift.ts'
import { anyOf } from '../../db/anyOf.ts'
import { inNameOrder } from '../../db/inNameOrder.ts'
import type { Tx } from '../../db/open.ts'
import type { Schema } from '../../db/schema.gen.ts'

/** By event, the number of public schedules with shifts. Events without one are left out. */
export async function countPublicSchedules(
  tx: Tx,
  eventIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('shift_schedule as schedule')
    .where('schedule.event_id', '=', anyOf(eventIds))
    .where('schedule.share_type', '=', 3)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('shift')
          .whereRef('shift.shift_schedule_id', '=', 'schedule.id')
          .select(sql`1`.as('one')),
      ),
    )
    .groupBy('schedule.event_id')
    .select(['schedule.event_id', sql<number>`count(*)::int`.as('count')])
    .execute()
  return new Map(rows.map((row) => [row.event_id, row.count]))
}

/** The event's schedules that somebody may see. */
export function listSchedules(
  tx: Tx,
  eventId: number,
  lowestShareType: number,
): Promise<VolunteerSchedule[]> {
  return tx
    .selectFrom('shift_schedule')
    .where('event_id', '=', eventId)
    .where('share_type', '>=', lowestShareType)
    .orderBy('position')
    .orderBy('id')
    .select(['id', 'name', 'instructions', 'share_type as shareType'])
    .execute()
}

/** A shift with its places that are left. */
export type OpenShift = Shift & { readonly remaining: number }

/** By day and hour, but nothing about the volunteers. */
export async function listShifts(
  tx: Tx,
  scheduleIds: readonly number[],
  options: { availableOnly: boolean },
): Promise<OpenShift[]> {
  const rows = await tx
    .selectFrom('shift')
    .where('shift.shift_schedule_id', '=', anyOf(scheduleIds))
    .$if(options.availableOnly, (query) => query.where('shift.capacity', '>', countWorkers))
    .orderBy('shift.shift_on')
    .orderBy('shift.start_hour')
    .orderBy('shift.start_minute')
    .orderBy('shift.id')
    .select(shiftColumns)
    .select(['shift.capacity', (eb) => countWorkers(eb).as('taken')])
    .execute()
  return rows.map(toOpenShift)
}

const shiftColumns = [
  'shift.id',
  'shift.shift_schedule_id as schedule',
  'shift.shift_on as shiftDate',
  'shift.start_hour as start',
  'shift.start_minute as startMinute',
  'shift.duration_minutes',
] as const

interface ShiftRow extends Omit<Shift, 'duration'> {
  readonly duration_minutes: number
  readonly capacity: number
  readonly taken: number | null
}

/** A club may lower the capacity below what was taken already. */
function toOpenShift({ duration_minutes, capacity, taken, ...shift }: ShiftRow): OpenShift {
  return { ...shift, duration: duration_minutes / 60, remaining: Math.max(0, capacity - (taken ?? 0)) }
}

/**
 * Until the transaction ends, only it may add volunteers to these shifts. Sorted, to avoid deadlocks. Shifts
 * that do not exist are left out.
 */
export async function lockShifts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.selectFrom('shift').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().select('id').execute()
}

/** Of these schedules, in the order of `ids`. Lock the shifts first when their places are to be taken. */
export async function findShifts(
  tx: Tx,
  scheduleIds: readonly number[],
  ids: readonly number[],
): Promise<OpenShift[]> {
  const rows = await tx
    .selectFrom('shift')
    .where('shift.shift_schedule_id', '=', anyOf(scheduleIds))
    .where('shift.id', '=', anyOf(ids))
    .select(shiftColumns)
    .select(['shift.capacity', (eb) => countWorkers(eb).as('taken')])
    .execute()
  return rows.map(toOpenShift).sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

export interface Worker {
  /** Null for somebody without a sign-in. */
  readonly memberId: number | null
  readonly fname: string
  readonly lname: string
  readonly phone: string
  readonly email: string
  readonly allowEmailMarketing: boolean
  /** The chosen thank-you gift, '-' for none. */
  readonly swag: string
  readonly notes: string
}

const workerColumns = [
  'shift_worker.id',
  'shift_worker.shift_id as shiftId',
  'shift_worker.member_id as memberId',
  'shift_worker.fname',
  'shift_worker.lname',
  'shift_worker.phone',
  'shift_worker.email',
  'shift_worker.allow_email_marketing as allowEmailMarketing',
  'shift_worker.swag',
  'shift_worker.notes',
  // what the gate reads
  'shift_worker.code',
  'shift_worker.created_at as createdAt',
  // when they said that they come; null when they have not
  'shift_worker.confirmed_at as confirmedAt',
  // only asked for, until then, by somebody who has answered no mail; null: they have it
  'shift_worker.asked_until as askedUntil',
] as const

export type StoredWorker = Readonly<Awaited<ReturnType<typeof listWorkersOf>>[number]>

/** What an e-mail address has of these shifts, or has asked for, also what nobody has confirmed in time. */
export function listWorkersOf(tx: Tx, shiftIds: readonly number[], emailFolded: string) {
  return tx
    .selectFrom('shift_worker')
    .where('shift_id', '=', anyOf(shiftIds))
    .where('email_folded', '=', emailFolded)
    .select(workerColumns)
    .execute()
}

export function findWorker(tx: Tx, id: number): Promise<StoredWorker | undefined> {
  return tx.selectFrom('shift_worker').where('id', '=', id).select(workerColumns).executeTakeFirst()
}

/** For officers only: everybody who helps at an event, or asks to at this time, by schedule, day and hour, then by name. */
export function listWorkers(tx: Tx, eventId: number, now: Date): Promise<StoredWorker[]> {
  return tx
    .selectFrom('shift_worker')
    .innerJoin('shift', 'shift.id', 'shift_worker.shift_id')
    .innerJoin('shift_schedule as schedule', 'schedule.id', 'shift.shift_schedule_id')
    .where('schedule.event_id', '=', eventId)
    .where((eb) =>
      eb.or([eb('shift_worker.asked_until', 'is', null), eb('shift_worker.asked_until', '>', now)]),
    )
    .orderBy('schedule.position')
    .orderBy('schedule.id')
    .orderBy('shift.shift_on')
    .orderBy('shift.start_hour')
    .orderBy('shift.start_minute')
    .orderBy('shift.id')
    .orderBy(sql`shift_worker.asked_until is not null`)
    .orderBy(inNameOrder('shift_worker.lname'))
    .orderBy(inNameOrder('shift_worker.fname'))
    .orderBy('shift_worker.id')
    .select(workerColumns)
    .execute()
}

/**
 * Each must be free, and the caller must have locked it. Answers the codes for the gate, by the shift's id. `asked`:
 * those that are only asked for, and until when.
 */
export async function insertWorker(
  tx: Tx,
  shiftIds: readonly number[],
  worker: Worker,
  at: Date,
  asked: ReadonlyMap<number, Date> = new Map(),
): Promise<Map<number, string>> {
  const rows = await tx
    .insertInto('shift_worker')
    .values(
      shiftIds.map((shiftId) => ({
        shift_id: shiftId,
        ...toColumns(worker),
        created_at: at,
        asked_until: asked.get(shiftId) ?? null,
      })),
    )
    .returning(['shift_id', 'code'])
    .execute()
  return new Map(rows.map(({ shift_id, code }) => [shift_id, code]))
}

/** What was only asked for is asked for anew, or taken, by whoever names the same address now. */
export async function replaceWorker(
  tx: Tx,
  workerId: number,
  worker: Worker,
  { at, askedUntil }: { at: Date; askedUntil: Date | null },
): Promise<void> {
  await tx
    .updateTable('shift_worker')
    .where('id', '=', workerId)
    .where('asked_until', 'is not', null)
    .set({ ...toColumns(worker), created_at: at, asked_until: askedUntil })
    .execute()
}

function toColumns(worker: Worker) {
  return {
    member_id: worker.memberId,
    fname: worker.fname,
    lname: worker.lname,
    phone: worker.phone,
    email: worker.email,
    email_folded: foldEmail(worker.email),
    allow_email_marketing: worker.allowEmailMarketing,
    swag: worker.swag,
    notes: worker.notes,
  }
}

/** The places that are left, by the shift's id. Lock the shifts first when they are to be taken. */
export async function countPlaces(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('shift')
    .where('shift.id', '=', anyOf(ids))
    .select(['shift.id', 'shift.capacity', (eb) => countWorkers(eb).as('taken')])
    .execute()
  return new Map(rows.map(({ id, capacity, taken }) => [id, Math.max(0, capacity - (taken ?? 0))]))
}

/** What nobody has confirmed in time. Until then the mail's link can say so. */
/** The clubs with shifts that were asked for until then. Needs an `acrossClubs` transaction. */
export async function listClubsAskedBefore(tx: Tx, before: Date): Promise<number[]> {
  const rows = await tx
    .selectFrom('shift_worker')
    .where('asked_until', '<', before)
    .select('tenant_id')
    .distinct()
    .execute()
  return rows.map(({ tenant_id }) => tenant_id)
}

export async function forgetAskedShifts(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('shift_worker').where('asked_until', '<', before).execute()
}

/** What is only asked for takes no place. */
function countWorkers(eb: ExpressionBuilder<Schema, 'shift'>) {
  return eb
    .selectFrom('shift_worker as worker')
    .whereRef('worker.shift_id', '=', 'shift.id')
    .where('worker.asked_until', 'is', null)
    .select(sql<number>`count(*)::int`.as('taken'))
}
