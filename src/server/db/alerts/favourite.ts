// All SQL about favourites: which entries of a schedule a device wants to be reminded of.
import { sql } from 'kysely'
import type { ScheduleDay } from '../../../domain/schedule.ts'
import { anyOf } from '../anyOf.ts'
import type { Tx } from '../open.ts'

/** Replaces those that the device had at this event. */
export async function replaceFavourites(
  tx: Tx,
  tenantId: number,
  { subscriptionId, eventId }: { subscriptionId: number; eventId: number },
  entryIds: readonly string[],
): Promise<void> {
  await sql`
    delete from favourite where tenant_id = ${tenantId} and subscription_id = ${subscriptionId}
      and event_id = ${eventId} and entry_id <> all(${entryIds}::text[])`.execute(tx)
  if (entryIds.length === 0) return
  await sql`
    insert into favourite (tenant_id, subscription_id, event_id, entry_id)
    select ${tenantId}::int, ${subscriptionId}::int, ${eventId}::int, entry
    from unnest(${entryIds}::text[]) as entry on conflict do nothing`.execute(tx)
}

export interface FavouriteEvent {
  readonly eventId: number
  readonly timeZone: string
  readonly schedule: ScheduleDay[]
  /** Those that somebody has starred. */
  readonly entryIds: readonly string[]
}

/** Of these events, or of all that are published, those with favourites. */
export async function listFavouriteEvents(
  tx: Tx,
  tenantId: number,
  eventIds?: readonly number[],
): Promise<FavouriteEvent[]> {
  const starred = await tx
    .selectFrom('favourite')
    .where('tenant_id', '=', tenantId)
    .$if(eventIds !== undefined, (query) => query.where('event_id', '=', anyOf(eventIds ?? [])))
    .distinct()
    .select(['event_id', 'entry_id'])
    .execute()
  if (starred.length === 0) return []
  const byEvent = Map.groupBy(starred, ({ event_id }) => event_id)
  const events = await tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
    .where('event.tenant_id', '=', tenantId)
    .where('event.published', '=', true)
    .where('event.id', '=', anyOf([...byEvent.keys()]))
    .select(['event.id', 'event.schedule', sql<string>`coalesce(event.time_zone, club.time_zone)`.as('zone')])
    .execute()
  return events.map(({ id, schedule, zone }) => ({
    eventId: id,
    timeZone: zone,
    schedule,
    entryIds: (byEvent.get(id) ?? []).map(({ entry_id }) => entry_id),
  }))
}
