// A club that has everything open and nothing in it yet: what its screens say where there is nothing.
import { addDays } from '../../src/domain/day.ts'
import { type Club, defineWorld } from '../support/clubs/world.ts'

export const quietVoter = '5f1d2c4b-5a69-4788-96a5-b4c3d2e1f002'

export function makeQuietClub(today: string): Club {
  const voting = {
    votingStart: `${addDays(today, -1)}T12:00:00Z`,
    votingEnd: `${addDays(today, 2)}T12:00:00Z`,
  }
  return defineWorld({
    today,
    clubs: {
      quiet: {
        name: 'Quiet Lane Motor Club',
        portal: { donateTab: true },
        events: {
          'Quiet Sunday': { days: [0, 1], ...voting, voting: 1, voters: [{ ref: 'v', uuid: quietVoter }] },
          'Quiet Concours': { days: [0, 5], ...voting, voting: 2 },
        },
      },
    },
    people: {
      member: { name: 'Quinn Lane', settings: { roster: false } },
      moderator: { name: 'Moira Lane', settings: { moderator: true, roster: false } },
    },
  }).quiet
}
