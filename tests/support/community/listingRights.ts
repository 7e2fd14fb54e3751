// The rights on classifieds, as rows 54 to 57 and 79 of the actions give them.
import { dayMs } from '../../../src/domain/time.ts'
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { takeOtherMember } from './otherMembers.ts'
import { unlessMuted } from './postRights.ts'
import { hasId, type RightsAction, type RightsCaller, type RightsTable } from './rights.ts'

interface Kind {
  readonly owner: RightsCaller | 'suspended member' | 'deleted member'
  readonly state: 'open' | 'removed' | 'closed' | 'of the other club'
}

/** Closed ones were offered by somebody who is a member no more. */
const kinds: Readonly<Record<string, Kind>> = {
  "the author's listing": { owner: 'author', state: 'open' },
  "the other's listing": { owner: 'other member', state: 'open' },
  "the child login's listing": { owner: 'child login', state: 'open' },
  "the author's removed listing": { owner: 'author', state: 'removed' },
  "the expired member's listing": { owner: 'expired member', state: 'closed' },
  "a suspended member's listing": { owner: 'suspended member', state: 'closed' },
  "a deleted member's listing": { owner: 'deleted member', state: 'closed' },
  "the other club's listing": { owner: 'member of the other club', state: 'of the other club' },
}
const things = Object.keys(kinds)
const kindOf = (thing: string) => kinds[thing] as Kind

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
  const at = new Date(world.now())
  const ids: Record<string, number> = {}
  for (const thing of things) {
    const { owner, state } = kindOf(thing)
    const club = state === 'of the other club' ? b : a
    const row = {
      member_id: owners[owner] ?? 0,
      label: 'Hubcaps',
      price_cents: 100,
      created_at: at,
      deleted_at: state === 'removed' ? at : null,
    }
    ids[thing] = (await world.insertRow(club, 'classified', row)).id
  }
  return ids
}

const gone = 'listing-not-found'
const isSeen = (caller: RightsCaller, thing: string) =>
  kindOf(thing).state === (caller === 'member of the other club' ? 'of the other club' : 'open')
const changing: RightsAction['answer'] = (caller, thing) => {
  if (!isSeen(caller, thing)) return gone
  return caller === kindOf(thing).owner || caller === 'moderator' ? 'done' : 'not-allowed'
}

export const listingRights: RightsTable = {
  about: 'classifieds',
  things,
  make,
  actions: {
    get_classifieds: {
      input: () => ({}),
      shows: ({ classifieds }, id) => hasId(classifieds, id),
      answer: (caller, thing) => (isSeen(caller, thing) ? 'done' : 'absent'),
    },
    get_classified: {
      input: (id) => ({ id }),
      answer: (caller, thing) => (isSeen(caller, thing) ? 'done' : gone),
    },
    update_classified: {
      input: (id, turn) => ({ id, label: `Hubcap ${turn}`, price: turn, description: '' }),
      answer: unlessMuted(changing),
    },
    delete_classified: { input: (id) => ({ id }), answer: changing },
  },
}

export const newListingRights: RightsTable = {
  about: 'classifieds of their own',
  things: ['a new listing'],
  async make(world) {
    // nobody has offered all that they may in a day
    world.pass(dayMs)
    return { 'a new listing': 1 }
  },
  actions: {
    create_classified: {
      input: () => ({ label: 'Hubcaps', price: 1, description: '' }),
      answer: unlessMuted(() => 'done'),
    },
  },
}
