// A member's id in a call is never an identity: each action takes the caller's own, or what is theirs to name.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ActionName, actions, getDefinition } from '../../../../src/contract/index.ts'
import { foldEmail } from '../../../../src/domain/member.ts'
import { ofClub } from '../../../../src/server/db/scope/clubPlugin.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { cases, samples } from '../../../support/clubs/samples.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { findTenantTables } from '../../../support/database/filledTables.ts'
import { hashRows } from '../../../support/database/rowHash.ts'
import { inTwoSizes } from '../../../support/run/longTests.ts'

const names = Object.keys(actions) as ActionName[]
const callers = ['member', 'parent', 'child'] as const
type CallerRole = (typeof callers)[number]

/** Who is named. `guest` is an additional login of the parent that has no password yet. */
type Named = 'own' | 'other' | 'child' | 'guest' | 'parent' | 'expired' | 'deleted' | 'other club'

/** Whom each caller may name, by action and field. All others are refused with the code. */
interface Rule {
  readonly refusal: string
  readonly allowed: Readonly<Record<CallerRole, readonly Named[]>>
  /** An allowed one may be refused for another reason. */
  readonly merit?: Partial<Record<CallerRole, string>>
  /** Sent with it. */
  readonly more?: Readonly<Record<string, unknown>>
}

const ownOnly = { member: ['own'], parent: ['own'], child: ['own'] } as const
const ownLogins = { member: [], parent: ['child', 'guest'], child: [] } as const
/** Nobody's sign-in is the child's or the guest's parent but the parent's. */
const fieldRules: { readonly [field: string]: Rule } = {
  'get_member id': {
    refusal: 'member-not-found',
    // whom the roster lists, as they are at the start
    allowed: {
      member: ['own', 'other', 'parent'],
      parent: ['own', 'other'],
      child: ['own', 'other', 'parent'],
    },
  },
  'update_member id': { refusal: 'member-not-found', allowed: ownOnly },
  'delete_member id': { refusal: 'member-not-found', allowed: ownLogins },
  'resend_invitation id': { refusal: 'member-not-found', allowed: { ...ownLogins, parent: ['guest'] } },
  'mute_member id': {
    refusal: 'not-allowed',
    allowed: { member: [], parent: [], child: [] },
  },
  'create_member parentId': {
    refusal: 'member-not-found',
    allowed: ownOnly,
    merit: { child: 'no-logins' },
    more: { kind: undefined, type: undefined, fname: 'Zoe', lname: 'Oakes' },
  },
}
/** What has this name and is no member's id. */
const otherIds = names.flatMap((action) =>
  (cases[action].noMembersIds ?? []).map((field) => `${action} ${field}`),
)

/** All fields of the contract that could name a member. Whom an officer's call is about, their rights decide. */
const fields = names.flatMap((action) =>
  ['id', 'parentId', ...(getDefinition(action).access === 'officer' ? [] : ['memberId'])]
    .filter((field) => Object.hasOwn(getDefinition(action).input.shape, field))
    .map((field) => `${action} ${field}`),
)
const forMembers = names.filter((action) => ['member', 'either'].includes(getDefinition(action).access))
/** Nobody's, however they are read. */
const someNoIds = ['0', '-1', 2 ** 53, '7 ']
const moreNoIds = [...someNoIds, 0, -1, String(2 ** 53), ' 7', '7.0', '0x7', 1.5, '', true, {}, null]

for (const { size: noIds, tag } of inTwoSizes<readonly unknown[]>(someNoIds, moreNoIds))
  describeOnEachEngine(`T2.3 an id of a member${tag}`, (engine) => {
    const world = setUpClubWorld(engine)
    const { a } = world.clubs
    let guest: { id: number; email: string }
    let turn = 0
    const tokens = {} as Record<CallerRole, string>
    beforeAll(async () => {
      guest = await insertGuest()
      await world.changeRows(
        a,
        'member',
        { id: a.people.moderator.id },
        { deleted_at: new Date(world.now()) },
      )
      for (const caller of callers) tokens[caller] = await world.signIn(a, caller)
    })
    // the limits of five minutes have passed
    beforeEach(() => world.pass(6 * 60_000))

    function insertGuest() {
      turn += 1
      const email = `guest${turn}@oakes.example`
      return world.inClub(a, (tx) =>
        tx
          .insertInto('member')
          .values({
            ...{ parent_id: a.people.parent.id, expires_on: '2027-01-01' },
            ...{ email, email_folded: foldEmail(email), fname: 'Gus', lname: 'Oakes' },
          })
          .returning(['id', 'email'])
          .executeTakeFirstOrThrow(),
      )
    }

    const findIds = (caller: CallerRole): Record<Named, number> => ({
      own: a.people[caller].id,
      other: a.people.noPassword.id,
      child: a.people.child.id,
      guest: guest.id,
      parent: a.people.parent.id,
      expired: a.people.expired.id,
      deleted: a.people.moderator.id,
      'other club': world.clubs.b.people.member.id,
    })
    /** Without those who are the caller under another name. */
    const listNamed = (caller: CallerRole): [Named, number][] => {
      const ids = findIds(caller)
      return (Object.entries(ids) as [Named, number][]).filter(
        ([name, id]) => name === 'own' || id !== ids.own,
      )
    }
    const call = (action: ActionName, caller: CallerRole, more: object) =>
      world.request(a, action, { ...samples[action](a), ...more }, { token: tokens[caller] })
    async function hashAll(): Promise<string[]> {
      // what was due before is no effect of a call
      await world.engine.runDue()
      return [await hashRows(world.database, a.id), await hashRows(world.database, world.clubs.b.id)]
    }

    /** The rows of members, apart from those of these members and of their additional logins. */
    async function listOthers(tenantId: number, besides: readonly number[]): Promise<string[]> {
      const tables = await findTenantTables(world.database)
      const rows = await world.database.inTenant(tenantId, async (tx) => {
        const found: { text: string }[] = []
        for (const { name } of tables) {
          const { rows: own } = await sql<{ text: string }>`
          select ${name} || ' ' || t::text as text from ${ofClub(name, 't')}
          where coalesce(to_jsonb(t) ->> 'member_id', case when ${name} = 'member' then to_jsonb(t) ->> 'id' end)
            not in (
              select m.id::text from ${ofClub('member', 'm')}
              where m.id = any(${[...besides]}::int[]) or m.parent_id = any(${[...besides]}::int[])
            )
          order by 1`.execute(tx)
          found.push(...own)
        }
        return found
      })
      return rows.map(({ text }) => text)
    }

    it('is named by no field that these tests do not know', () => {
      const known = [...Object.keys(fieldRules), ...otherIds]
      expect(fields.filter((field) => !field.endsWith(' memberId')).sort()).toEqual(known.sort())
      const unguarded = fields.filter(
        (field) => field.endsWith(' memberId') && !forMembers.includes(field.split(' ')[0] as ActionName),
      )
      expect(unguarded).toEqual([])
    })

    describe('in a field `memberId`', () => {
      let before: string[]
      beforeAll(async () => {
        before = await hashAll()
      })

      it.each(forMembers)('of %s is refused, if it is not the own one', async (action) => {
        for (const caller of ['parent', 'child'] as const) {
          const own = a.people[caller].id
          const others = listNamed(caller).flatMap(([name, id]) => (name === 'own' ? [] : [id]))
          for (const memberId of [...others, ...noIds, `${own} `, [own]]) {
            const { answer } = await call(action, caller, { memberId })
            expect({ caller, memberId, ...answer }).toMatchObject({
              ...{ success: false, code: 'invalid-input', faults: [{ path: 'memberId' }] },
            })
          }
        }
        expect(await hashAll()).toEqual(before)
      })

      // the others end the sign-in, or what they take is somebody else's in their sample
      it.each(forMembers.filter((action) => !['member_logout', 'member_set_password'].includes(action)))(
        'of %s may be the own one',
        async (action) => {
          const { answer } = await call(action, 'member', { memberId: String(a.people.member.id) })
          expect(['invalid-input', 'needs-signin']).not.toContain(answer.code)
        },
      )
    })

    it.each(Object.entries(fieldRules))('in %s names whom the rules allow', async (place, rule) => {
      const [action, field] = place.split(' ') as [ActionName, string]
      for (const caller of callers) {
        world.pass(6 * 60_000)
        const before = await hashAll()
        const input = (value: unknown) => ({
          ...rule.more,
          ...(field === 'parentId' ? { email: `zoe${++turn}@oakes.example` } : {}),
          [field]: value,
        })
        for (const [name, id] of listNamed(caller)) {
          if (rule.allowed[caller].includes(name)) continue
          const { answer } = await call(action, caller, input(id))
          expect({ caller, name, ...answer }).toMatchObject({ success: false, code: rule.refusal })
        }
        for (const value of [...noIds, `${a.people[caller].id} `, [a.people[caller].id]]) {
          const { answer } = await call(action, caller, input(value))
          expect({ caller, value, ...answer }).toMatchObject({ success: false, code: 'invalid-input' })
        }
        expect(await hashAll()).toEqual(before)
        for (const name of rule.allowed[caller]) await takeAllowed(name, caller)
      }

      async function takeAllowed(name: Named, caller: CallerRole): Promise<void> {
        const besides = [a.people[caller].id]
        const others = () => Promise.all([listOthers(a.id, besides), listOthers(world.clubs.b.id, besides)])
        const before = await others()
        expect(before[0].length).toBeGreaterThan(3)
        const value = findIds(caller)[name]
        const zoe = `zoe${++turn}@oakes.example`
        const { answer } = await call(action, caller, {
          ...rule.more,
          ...(field === 'parentId' ? { email: zoe } : {}),
          [field]: value,
        })
        const code = rule.merit?.[caller]
        const expected = code === undefined ? { success: true } : { success: false, code }
        expect({ caller, name, ...answer }).toMatchObject(expected)
        expect(await others()).toEqual(before)
        if (action !== 'delete_member') return
        // for the next ones
        await world.changeRows(a, 'member', { id: value }, { deleted_at: null })
        if (name === 'child') tokens.child = await world.signIn(a, 'child')
      }
    })
  })
