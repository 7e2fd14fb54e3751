// A club that has everything open and nothing in it yet: what its screens say where there is nothing.
import { addDays } from '../../src/domain/day.ts'
import type { ClubFile } from '../../src/server/clubFile/clubFile.ts'

export const quietSlug = 'quiet'
export const quietVoter = '5f1d2c4b-5a69-4788-96a5-b4c3d2e1f002'
export const quietPeople = {
  member: { email: 'quinn@example.org', password: 'Lantern-Lane-1957!' },
  moderator: { email: 'moira@example.org', password: 'Lantern-Lane-1958!' },
} as const

export function makeQuietClub(today: string): ClubFile {
  const event = {
    startDate: today,
    endDate: addDays(today, 1),
    votingStart: `${addDays(today, -1)}T12:00:00Z`,
    votingEnd: `${addDays(today, 2)}T12:00:00Z`,
  }
  return {
    showfield: 1,
    club: {
      slug: quietSlug,
      name: 'Quiet Lane Motor Club',
      timeZone: 'America/Chicago',
      portal: {
        joinLink: true,
        donateTab: true,
        socialTab: true,
        ridesTab: true,
        activitiesTab: true,
        filesTab: true,
        storeTab: true,
        classifiedTab: true,
        rosterTab: true,
      },
    },
    memberTypes: [{ ref: 'one', label: 'Individual', price: 45, renewPrice: 40, allowChildren: true }],
    members: Object.entries(quietPeople).map(([ref, { email, password }], at) => ({
      ref,
      fname: at === 0 ? 'Quinn' : 'Moira',
      lname: 'Lane',
      email_address: email,
      password,
      type: 'one',
      expiration: addDays(today, 200),
      settings: { moderator: ref === 'moderator', roster: false },
    })),
    events: [
      {
        ref: 'vote',
        name: 'Quiet Sunday',
        ...event,
        voting: 1,
        voters: [{ ref: 'v', uuid: quietVoter }],
      },
      { ref: 'judge', name: 'Quiet Concours', ...event, endDate: addDays(today, 5), voting: 2 },
    ],
  } satisfies ClubFile
}
