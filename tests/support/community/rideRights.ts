// The rights on rides, as rows 46 to 50 of the actions give them. Moderators have none of their own.
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { takeOtherMember } from './otherMembers.ts'
import { unlessMuted } from './postRights.ts'
import { hasId, type RightsAction, type RightsCaller, type RightsTable } from './rights.ts'

const ownerOf: Readonly<Record<string, RightsCaller | 'suspended member' | 'deleted member'>> = {
  "the author's ride": 'author',
  "the other's ride": 'other member',
  "the child login's ride": 'child login',
  "the expired member's ride": 'expired member',
  "a suspended member's ride": 'suspended member',
  "a deleted member's ride": 'deleted member',
  "the other club's ride": 'member of the other club',
}
const things = Object.keys(ownerOf)

async function make(world: ClubWorld): Promise<Record<string, number>> {
  const { a, b } = world.clubs
  const { member, parent, child, expired } = a.people
  const owners: Readonly<Record<string, number>> = {
    author: member.id,
    'other member': parent.id,
    'child login': child.id,
    'expired member': expired.id,
    'suspended member': await takeOtherMember(world, a, 'suspended', { isSuspended: true }),
    'deleted member': await takeOtherMember(world, a, 'deleted', { isDeleted: true }),
    'member of the other club': b.people.member.id,
  }
  const ids: Record<string, number> = {}
  for (const thing of things) {
    const owner = ownerOf[thing] ?? ''
    const club = owner === 'member of the other club' ? b : a
    const row = { member_id: owners[owner] ?? 0, make: 'Nash', created_at: new Date(world.now()) }
    ids[thing] = (await world.insertRow(club, 'ride', row)).id
  }
  return ids
}

const ifOwn =
  (otherwise: string): RightsAction['answer'] =>
  (caller, thing) =>
    ownerOf[thing] === caller ? 'done' : otherwise

export const rideRights: RightsTable = {
  about: 'rides',
  things,
  make,
  actions: {
    get_member_rides: {
      input: () => ({}),
      shows: ({ rides }, id) => hasId(rides, id),
      answer: ifOwn('absent'),
    },
    get_all_member_rides: {
      input: () => ({ limit: 50 }),
      shows: ({ rides }, id) => hasId(rides, id),
      answer: (caller, thing) => {
        const owner = ownerOf[thing]
        if (owner === 'suspended member' || owner === 'deleted member') return 'absent'
        const isOfOther = owner === 'member of the other club'
        return isOfOther === (caller === 'member of the other club') ? 'done' : 'absent'
      },
    },
    update_member_ride: {
      input: (id, turn) => ({ id, trim: `Trim ${turn}` }),
      answer: unlessMuted(ifOwn('ride-not-found')),
    },
    delete_member_ride: { input: (id) => ({ id }), answer: ifOwn('ride-not-found') },
  },
}

export const newRideRights: RightsTable = {
  about: 'rides of their own',
  things: ['a new ride'],
  async make(world) {
    // nobody has all that they may have
    for (const club of [world.clubs.a, world.clubs.b]) {
      await world.deleteRows(club, 'ride')
    }
    return { 'a new ride': 1 }
  },
  actions: {
    create_member_ride: { input: () => ({ make: 'Nash' }), answer: unlessMuted(() => 'done') },
  },
}
