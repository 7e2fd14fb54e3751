// The rights on the club's calendar, as rows 51 and 80 of the actions give them: every member whose membership lasts
// reads it, and each has an address of their own.
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
    const row = { activity_on: '2026-06-01', start_time: '19:00', end_time: '21:00', title: 'Meeting' }
    ids[thing] = (await world.insertRow(club, 'activity', row)).id
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
