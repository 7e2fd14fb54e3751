// All SQL about events themselves. Drafts of events are never found here.
import { type InferResult, sql } from 'kysely'
import type { ScheduleDay } from '../../../domain/schedule.ts'
import { eventFields } from '../../../domain/shapes/event.ts'
import { listShownColumns } from '../../../domain/shapes/recordShape.ts'
import type { Tx } from '../open.ts'

// an event without a time zone of its own has the club's
const columns = listShownColumns(eventFields).filter((column) => column !== 'time_zone')

function selectPublished(tx: Tx, tenantId: number) {
  return tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .where('event.tenant_id', '=', tenantId)
    .where('event.published', '=', true)
    .select(columns.map((column) => `event.${column}` as const))
    .select([
      'event.ballot_grace_minutes',
      'event.sheet_grace_hours',
      sql<string>`coalesce(event.time_zone, club.time_zone)`.as('time_zone'),
    ])
}

/** What answers show of an event (the club's time zone if it has none), and the grace of votes and sheets. */
export type StoredEvent = InferResult<ReturnType<typeof selectPublished>>[number]

/** Events that end today or later, the nearest first. */
export function listUpcomingEvents(tx: Tx, tenantId: number, today: string): Promise<StoredEvent[]> {
  return selectPublished(tx, tenantId)
    .where('event.end_on', '>=', today)
    .orderBy('event.start_on')
    .orderBy('event.id')
    .execute()
}

/** A short text that changes when the list of upcoming events, or anything in it, may have changed. */
export async function findUpcomingRevision(tx: Tx, tenantId: number, today: string): Promise<string> {
  const rows = await tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .where('event.tenant_id', '=', tenantId)
    .where('event.published', '=', true)
    .where('event.end_on', '>=', today)
    .orderBy('event.start_on')
    .orderBy('event.id')
    .select(['event.id', 'event.revision', 'club.time_zone'])
    .execute()
  return rows.map((row) => `${row.id} ${row.revision} ${row.time_zone}`).join('\n')
}

/** All events, also past ones, the oldest first. */
export function listEvents(tx: Tx, tenantId: number): Promise<StoredEvent[]> {
  return selectPublished(tx, tenantId).orderBy('event.start_on').orderBy('event.id').execute()
}

/** Finds past events too. */
export function findEvent(tx: Tx, tenantId: number, eventId: number): Promise<StoredEvent | undefined> {
  return selectPublished(tx, tenantId).where('event.id', '=', eventId).executeTakeFirst()
}

export async function isEvent(tx: Tx, tenantId: number, eventId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('event')
    .where('tenant_id', '=', tenantId)
    .where('published', '=', true)
    .where('id', '=', eventId)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * A short text that changes when anything that a pack shows may have changed. It has the event's `revision`,
 * which each writer raises, and the club's time zone and logo, which the pack shows too.
 */
export async function findEventRevision(
  tx: Tx,
  tenantId: number,
  eventId: number,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .where('event.tenant_id', '=', tenantId)
    .where('event.published', '=', true)
    .where('event.id', '=', eventId)
    .select(['event.revision', 'club.time_zone', 'club.logo_hash'])
    .executeTakeFirst()
  return row && `${row.revision} ${row.time_zone} ${row.logo_hash}`
}

/** Phones fetch the new pack, because the event has a new revision. */
export async function replaceSchedule(
  tx: Tx,
  tenantId: number,
  eventId: number,
  schedule: readonly ScheduleDay[],
): Promise<void> {
  await tx
    .updateTable('event')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', eventId)
    .set((eb) => ({ schedule: JSON.stringify(schedule), revision: eb('revision', '+', 1) }))
    .execute()
}

/** Until the transaction ends, whoever else locks the event waits. Those who only read or refer to it do not. */
export async function lockEvent(tx: Tx, tenantId: number, eventId: number): Promise<void> {
  await tx
    .selectFrom('event')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', eventId)
    .forNoKeyUpdate()
    .select('id')
    .execute()
}
