// Who sees whom, as rows 32 and 58 of the actions give it: in the roster, and by their id.
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { type OtherMember, takeOtherMember } from './otherMembers.ts'
import { hasId, type RightsAction, type RightsTable } from './rights.ts'

interface Kind extends OtherMember {
  /** An open listing, or one that is removed. */
  readonly sells?: 'now' | 'no more'
}

const self = 'the muted member, whom the roster does not list'
const foreign = 'the member of the other club'
const kinds: Readonly<Record<string, Kind>> = {
  'somebody in the roster': { isListed: true, showsEmail: true },
  'somebody in the roster who shows no address': { isListed: true },
  'somebody whom the roster does not list': { showsEmail: true },
  'somebody who sells': { sells: 'now' },
  'somebody in the roster who sells': { isListed: true, sells: 'now' },
  'somebody who sold': { sells: 'no more' },
  'an expired seller': { isListed: true, showsEmail: true, hasExpired: true, sells: 'now' },
  'a suspended seller': { isListed: true, showsEmail: true, isSuspended: true, sells: 'now' },
  'a deleted seller': { isListed: true, showsEmail: true, isDeleted: true, sells: 'now' },
  'an additional login': { isListed: true, showsEmail: true, isAdditional: true },
  'an additional login who sells': { isAdditional: true, sells: 'now' },
}
const things = [...Object.keys(kinds), self, foreign]

async function make(world: ClubWorld): Promise<Record<string, number>> {
  const { a, b } = world.clubs
  const { noPassword } = a.people
  const at = new Date(world.now())
  const ids: Record<string, number> = { [self]: noPassword.id, [foreign]: b.people.member.id }
  for (const [thing, kind] of Object.entries(kinds)) ids[thing] = await takeOtherMember(world, a, thing, kind)
  await world.inClub(a, async (tx) => {
    const sellers = Object.values(ids).filter((id) => id !== ids[foreign])
    await tx.deleteFrom('classified').where('member_id', 'in', sellers).execute()
    await tx
      .updateTable('member_settings')
      .set({ roster: false })
      .where('member_id', '=', noPassword.id)
      .execute()
    for (const [thing, { sells }] of Object.entries(kinds)) {
      if (sells === undefined) continue
      await tx
        .insertInto('classified')
        .values({
          member_id: ids[thing] ?? 0,
          label: 'Hubcaps',
          price_cents: 100,
          created_at: at,
          deleted_at: sells === 'now' ? null : at,
        })
        .execute()
    }
  })
  return ids
}

const isThere = ({ isDeleted, isSuspended, hasExpired }: Kind) => !isDeleted && !isSuspended && !hasExpired
const isInRoster = (kind: Kind) => isThere(kind) && kind.isListed === true && !kind.isAdditional

const reaching: RightsAction['answer'] = (caller, thing) => {
  if (caller === 'member of the other club') return thing === foreign ? 'done' : 'member-not-found'
  const kind = kinds[thing]
  if (kind === undefined) return caller === 'muted member' && thing === self ? 'done' : 'member-not-found'
  if (isThere(kind) && kind.sells === 'now') return 'done'
  if (!isInRoster(kind)) return 'member-not-found'
  return kind.showsEmail ? 'done' : 'absent'
}

export const rosterRights: RightsTable = {
  about: 'other members',
  things,
  make,
  actions: {
    get_members_for_roster: {
      input: () => ({}),
      shows: ({ members }, id) => hasId(members, id),
      answer: (caller, thing) => {
        if (caller === 'member of the other club') return thing === foreign ? 'done' : 'absent'
        const kind = kinds[thing]
        return kind !== undefined && isInRoster(kind) ? 'done' : 'absent'
      },
    },
    /** Their address is what others reach them by. */
    get_member: {
      input: (id) => ({ id }),
      shows: ({ email_address }) => email_address !== '',
      answer: reaching,
    },
  },
}
