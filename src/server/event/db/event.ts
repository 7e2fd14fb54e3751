// All SQL about events themselves. What is not published is found by officers alone.
import { type InferResult, sql } from 'kysely'
import type { ScheduleDay } from '../../../domain/schedule.ts'
import { eventFields } from '../../../domain/shapes/event.ts'
import { listShownColumns } from '../../../domain/shapes/recordShape.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { ofClub } from '../../db/scope/clubPlugin.ts'
import { packLifeWhileSellingMs } from '../../limits/times.ts'

// an event without a time zone of its own has the club's
const columns = listShownColumns(eventFields).filter((column) => column !== 'time_zone')

/** Also those that are not published. */
function selectEvents(tx: Tx) {
  return tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .select(columns.map((column) => `event.${column}` as const))
    .select([
      'event.ref',
      'event.published',
      'event.ballot_grace_minutes',
      'event.sheet_grace_hours',
      sql<string>`coalesce(event.time_zone, club.time_zone)`.as('time_zone'),
    ])
}

function selectPublished(tx: Tx) {
  return selectEvents(tx).where('event.published', '=', true)
}

/** What answers show of an event (the club's time zone if it has none), and what only the server needs. */
export type StoredEvent = InferResult<ReturnType<typeof selectEvents>>[number]

/** Events that end today or later, the nearest first. */
export function listUpcomingEvents(tx: Tx, today: string): Promise<StoredEvent[]> {
  return selectPublished(tx)
    .where('event.end_on', '>=', today)
    .orderBy('event.start_on')
    .orderBy('event.id')
    .execute()
}

/** By id, those that are not published too. */
export async function findEventNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('event').where('id', 'in', ids).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Events that ended before today, but not before `since`, the last one first. */
export function listPastEvents(tx: Tx, { since, today }: { since: string; today: string }) {
  return tx
    .selectFrom('event')
    .where('published', '=', true)
    .where('end_on', '>=', since)
    .where('end_on', '<', today)
    .orderBy('end_on', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'name', 'start_on as startDate', 'end_on as endDate'])
    .execute()
}

/**
 * A short text that changes when the list of events since that day, or anything in it, may have changed, also how
 * many tickets are left and which of them are over.
 */
export async function findListRevision(
  tx: Tx,
  { since, today }: { since: string; today: string },
): Promise<string> {
  const rows = await tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .where('event.published', '=', true)
    .where('event.end_on', '>=', since)
    .orderBy('event.start_on')
    .orderBy('event.id')
    .select(['event.id', 'event.end_on', 'event.revision', 'event.sales_revision', 'club.time_zone'])
    .select(
      sql<string>`(
        select concat(coalesce(sum(hold.quantity), 0), ' ', count(*) filter (where hold.gives_way))
        from ${ofClub('hold')} where hold.event_id = event.id and hold.state in ('held', 'sold')
      )`.as('taken'),
    )
    .execute()
  return rows
    .map((row) =>
      row.end_on < today
        ? `${row.id} ${row.revision} past`
        : `${row.id} ${row.revision} ${row.sales_revision} ${row.taken} ${row.time_zone}`,
    )
    .join('\n')
}

/** All events, also past ones and those that are not published, the oldest first. For officers. */
export function listEvents(tx: Tx): Promise<StoredEvent[]> {
  return selectEvents(tx).orderBy('event.start_on').orderBy('event.id').execute()
}

/** For officers, and for whoever has the link to look at it before it is published. */
export function findAnyEvent(tx: Tx, eventId: number): Promise<StoredEvent | undefined> {
  return selectEvents(tx).where('event.id', '=', eventId).executeTakeFirst()
}

/** By the stable name that a club file uses. */
export function findEventByRef(tx: Tx, ref: string): Promise<{ id: number; name: string } | undefined> {
  return tx.selectFrom('event').where('ref', '=', ref).select(['id', 'name']).executeTakeFirst()
}

/** An event of this name that begins on this day, as a copy that was made already does. */
export function findEventOnDay(
  tx: Tx,
  { name, day }: { name: string; day: string },
): Promise<{ id: number; name: string } | undefined> {
  return tx
    .selectFrom('event')
    .where('name', '=', name)
    .where('start_on', '=', day)
    .select(['id', 'name'])
    .executeTakeFirst()
}

/** With all that is below it. Fails where ballots or score sheets name it. */
export async function deleteEvent(tx: Tx, eventId: number): Promise<void> {
  await tx.deleteFrom('event').where('id', '=', eventId).execute()
}

/** Finds past events too. */
export function findEvent(tx: Tx, eventId: number): Promise<StoredEvent | undefined> {
  return selectPublished(tx).where('event.id', '=', eventId).executeTakeFirst()
}

export async function isEvent(tx: Tx, eventId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('event')
    .where('published', '=', true)
    .where('id', '=', eventId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A short text that changes when anything that a pack shows may have changed. It has the event's `revision`,
 * which each writer raises, and the club's time zone and logo, which the pack shows too. `withSales`: also at
 * each sale, which packs show later.
 */
export async function findEventRevision(
  tx: Tx,
  eventId: number,
  { withSales }: { withSales: boolean },
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .where('event.published', '=', true)
    .where('event.id', '=', eventId)
    .select(['event.revision', 'event.sales_revision', 'club.time_zone', 'club.logo_hash'])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const sales = withSales ? `${row.sales_revision} ` : ''
  return `${sales}${row.revision} ${row.time_zone} ${row.logo_hash}`
}

/** Of any event. */
export async function readSchedule(tx: Tx, eventId: number): Promise<readonly ScheduleDay[]> {
  const row = await tx.selectFrom('event').where('id', '=', eventId).select('schedule').executeTakeFirst()
  return (row?.schedule ?? []) as readonly ScheduleDay[]
}

/** Phones fetch the new pack, because the event has a new revision. */
export async function replaceSchedule(
  tx: Tx,
  eventId: number,
  schedule: readonly ScheduleDay[],
): Promise<void> {
  await tx
    .updateTable('event')
    .where('id', '=', eventId)
    .set((eb) => ({ schedule: JSON.stringify(schedule), revision: eb('revision', '+', 1) }))
    .execute()
}

/**
 * Until the transaction ends, whoever else locks the event waits. Those who only read or refer to it do not.
 * False when there is no such event.
 */
export async function lockEvent(tx: Tx, eventId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('event')
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * When the pack becomes new after a sale. `in-time`: after six hours at the earliest, for a car, which travels beside
 * the pack until then. `at-once`: something that the pack shows has changed or is gone. `never`: vendors who buy
 * online always travel beside it.
 */
export type PackTurn = 'in-time' | 'at-once' | 'never'

/**
 * Counts a sale, or one that is taken back, and answers its number, which the sold rows keep. No sale makes every
 * phone fetch the event again.
 */
export async function countSale(
  tx: Tx,
  eventId: number,
  { at, pack }: { at: Date; pack: PackTurn },
): Promise<number> {
  const isDue = sql<boolean>`(${pack !== 'never'}::boolean and (${pack === 'at-once'}::boolean
    or packed_at is null or packed_at < ${new Date(at.getTime() - packLifeWhileSellingMs)}::timestamptz))`
  const { sale } = await tx
    .updateTable('event')
    .where('id', '=', eventId)
    .set({
      sales_revision: sql`sales_revision + 1`,
      revision: sql`case when ${isDue} then revision + 1 else revision end`,
      packed_sale: sql`case when ${isDue} then sales_revision + 1 else packed_sale end`,
      packed_at: sql`case when ${isDue} then ${at}::timestamptz else packed_at end`,
    })
    .returning('sales_revision as sale')
    .executeTakeFirstOrThrow()
  return sale
}

/** False when it was published already. */
export async function publishEvent(tx: Tx, eventId: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('event')
    .where('id', '=', eventId)
    .where('published', '=', false)
    .set((eb) => ({ published: true, preview_hash: null, revision: eb('revision', '+', 1) }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Hidden from everybody again. Nobody is told, and whoever saved it keeps what they saved. */
export async function hideEvent(tx: Tx, eventId: number): Promise<void> {
  await tx
    .updateTable('event')
    .where('id', '=', eventId)
    .set((eb) => ({ published: false, revision: eb('revision', '+', 1) }))
    .execute()
}

/** Until when somebody looks at it by a link; undefined if nobody does. */
export async function findPreviewEnd(tx: Tx, eventId: number, now: number): Promise<Date | undefined> {
  const row = await tx
    .selectFrom('event')
    .where('id', '=', eventId)
    .where('preview_hash', 'is not', null)
    .where('preview_until', '>', new Date(now))
    .select('preview_until')
    .executeTakeFirst()
  return row?.preview_until ?? undefined
}

/** Who has the secret behind this hash looks at the event until then, although it is not published. Null: nobody. */
export async function setPreview(
  tx: Tx,
  eventId: number,
  preview: { hash: string; until: Date } | null,
): Promise<void> {
  await tx
    .updateTable('event')
    .where('id', '=', eventId)
    .set({ preview_hash: preview?.hash ?? null, preview_until: preview?.until ?? null })
    .execute()
}

export async function isPreviewOpen(
  tx: Tx,
  { eventId, hash, now }: { eventId: number; hash: string; now: number },
): Promise<boolean> {
  const row = await tx
    .selectFrom('event')
    .where('id', '=', eventId)
    .where('preview_hash', '=', hash)
    .where('preview_until', '>', new Date(now))
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function bumpRevisions(tx: Tx, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length === 0) return
  await tx
    .updateTable('event')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', anyOf(eventIds))
    .execute()
}
