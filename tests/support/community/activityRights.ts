// The rights on the club's calendar, as rows 51 and 80 of the actions give them: every member whose membership lasts
// reads it, and each has an address of their own.
import { sql } from 'kysely'
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { hasId, type RightsAction, type RightsTable } from './rights.ts'

const own = "the club's activity"
const foreign = "the other club's activity"

async function make(world: ClubWorld): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [thing, club] of [
    [own, world.clubs.a],
    [foreign, world.clubs.b],
  ] as const) {
    const row = {
      tenant_id: club.id,
      activity_on: sql<string>`'2026-06-01'::date`,
      start_time: '19:00',
      end_time: '21:00',
      title: 'Meeting',
    }
    const inserted = await world.inClub(club, (tx) =>
      tx.insertInto('activity').values(row).returning('id').executeTakeFirstOrThrow(),
    )
    ids[thing] = inserted.id
  }
  return ids
}

const everyMember: RightsAction = { input: () => ({}), answer: () => 'done' }

export const activityRights: RightsTable = {
  about: 'activities',
  things: [own, foreign],
  make,
  actions: {
    get_activities: {
      input: () => ({ start: Date.UTC(2026, 4, 1), end: Date.UTC(2026, 6, 1) }),
      shows: ({ activities }, id) => hasId(activities, id),
      answer: (caller, thing) =>
        (caller === 'member of the other club') === (thing === foreign) ? 'done' : 'absent',
    },
    get_calendar_feed: everyMember,
    renew_calendar_feed: everyMember,
  },
}
