// All SQL about events themselves; a draft is never found here.
import { sql } from 'kysely'
import type { EventOption } from '../../../domain/event.ts'
import type { ScheduleDay } from '../../../domain/schedule.ts'
import type { Tx } from '../open.ts'

/** An event's own row, its zone filled in from the club's. */
export interface StoredEvent {
  id: number
  name: string
  description: string
  place: string
  pictures: string[]
  start_on: string
  end_on: string
  time_zone: string
  test_mode: boolean
  agreement: string
  registration: boolean
  reg_price_cents: number
  reg_member_discount_cents: number
  reg_starts_at: Date | null
  reg_ends_at: Date | null
  participant_message: string
  typed_make_and_model: boolean
  registration_options: EventOption[]
  ticket_label: string
  ticket_message: string
  vendor_message: string
  worker_signup: boolean
  worker_starts_at: Date | null
  worker_ends_at: Date | null
  worker_message: string
  worker_choices: string
  pre_event_line1: string
  pre_event_line2: string
  schedule: ScheduleDay[]
  viewer_notes: string
  voting: number
  voting_starts_at: Date | null
  voting_ends_at: Date | null
  votes_per_class: number
  ballot_grace_minutes: number
  sheet_grace_hours: number
}

function selectPublished(tx: Tx, tenantId: number) {
  return tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .where('event.tenant_id', '=', tenantId)
    .where('event.published', '=', true)
    .select([
      'event.id',
      'event.name',
      'event.description',
      'event.place',
      'event.pictures',
      'event.start_on',
      'event.end_on',
      sql<string>`coalesce(event.time_zone, club.time_zone)`.as('time_zone'),
      'event.test_mode',
      'event.agreement',
      'event.registration',
      'event.reg_price_cents',
      'event.reg_member_discount_cents',
      'event.reg_starts_at',
      'event.reg_ends_at',
      'event.participant_message',
      'event.typed_make_and_model',
      'event.registration_options',
      'event.ticket_label',
      'event.ticket_message',
      'event.vendor_message',
      'event.worker_signup',
      'event.worker_starts_at',
      'event.worker_ends_at',
      'event.worker_message',
      'event.worker_choices',
      'event.pre_event_line1',
      'event.pre_event_line2',
      'event.schedule',
      'event.viewer_notes',
      'event.voting',
      'event.voting_starts_at',
      'event.voting_ends_at',
      'event.votes_per_class',
      'event.ballot_grace_minutes',
      'event.sheet_grace_hours',
    ])
}

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
