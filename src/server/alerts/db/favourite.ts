// All SQL about favourites: which entries of a schedule a device wants to be reminded of.
import { sql } from 'kysely'
import type { ScheduleDay } from '../../../domain/schedule.ts'
import { anyOf } from '../../db/anyOf.ts'
import type { Tx } from '../../db/open.ts'
import { favouritesPerDevice } from '../../limits/sizes.ts'

/** Replaces those that the device had at this event. More than there may be are left out. */
export async function replaceFavourites(
  tx: Tx,
  { subscriptionId, eventId }: { subscriptionId: number; eventId: number },
  entryIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('favourite')
    .where('subscription_id', '=', subscriptionId)
    .where('event_id', '=', eventId)
    .where('entry_id', '<>', sql<string>`all(${entryIds}::text[])`)
    .execute()
  if (entryIds.length === 0) return
  const { count } = await tx
    .selectFrom('favourite')
    .where('subscription_id', '=', subscriptionId)
    .where('event_id', '<>', eventId)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  const kept = entryIds.slice(0, Math.max(0, favouritesPerDevice - Number(count)))
  await tx
    .insertInto('favourite')
    .columns(['subscription_id', 'event_id', 'entry_id'])
    .expression(
      sql`select ${subscriptionId}::int, ${eventId}::int, entry from unnest(${kept}::text[]) as entry`,
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface FavouriteEvent {
  readonly eventId: number
  readonly timeZone: string
  readonly schedule: ScheduleDay[]
  /** Those that somebody has starred. */
  readonly entryIds: readonly string[]
}

/** Of these events, or of all that are published, those with favourites. */
export async function listFavouriteEvents(tx: Tx, eventIds?: readonly number[]): Promise<FavouriteEvent[]> {
  const starred = await tx
    .selectFrom('favourite')
    .$if(eventIds !== undefined, (query) => query.where('event_id', '=', anyOf(eventIds ?? [])))
    .distinct()
    .select(['event_id', 'entry_id'])
    .execute()
  if (starred.length === 0) return []
  const byEvent = Map.groupBy(starred, ({ event_id }) => event_id)
  const events = await tx
    .selectFrom('event')
    .innerJoin('club', 'club.tenant_id', 'event.tenant_id')
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
