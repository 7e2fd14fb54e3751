// All SQL about events themselves; a draft is never found here.
import { type InferResult, sql } from 'kysely'
import { eventFields } from '../../../domain/shapes/event.ts'
import { listShownColumns } from '../../../domain/shapes/noun.ts'
import type { Tx } from '../open.ts'

// without a zone of its own an event has the club's
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

/** What answers show of an event, its zone filled in from the club's, and how long late votes and sheets are taken. */
export type StoredEvent = InferResult<ReturnType<typeof selectPublished>>[number]

/** Events that end today or later, the nearest first. */
export function listUpcomingEvents(tx: Tx, tenantId: number, today: string): Promise<StoredEvent[]> {
  return selectPublished(tx, tenantId)
    .where('event.end_on', '>=', today)
    .orderBy('event.start_on')
    .orderBy('event.id')
    .execute()
}

/** Past ones too, the oldest first. */
export function listEvents(tx: Tx, tenantId: number): Promise<StoredEvent[]> {
  return selectPublished(tx, tenantId).orderBy('event.start_on').orderBy('event.id').execute()
}

/** Past ones too. */
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
 * A short text that changes whenever anything that a pack shows may have changed: each writer counts the
 * event's `revision` up, the club's zone stands in for the event's, and its logo goes with the pack.
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
