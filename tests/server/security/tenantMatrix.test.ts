import { beforeAll, beforeEach, expect, it } from 'vitest'
import { tokenHeader } from '../../../src/contract/caller.ts'
import { tenantFields } from '../../../src/contract/define.ts'
import { type ActionName, actions, getDefinition } from '../../../src/contract/index.ts'
import { callerOf, cases, samples } from '../../support/clubs/samples.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { hashRows } from '../../support/database/rowHash.ts'
import { setUpWorld } from '../../support/database/setUp.ts'

const names = Object.keys(actions) as ActionName[]
/** The field that takes a slug only. */
const slugField = 'subdomain'

describeOnEachEngine('T2.1 a call names one club', (engine) => {
  const world = setUpWorld(engine, { show: { startsIn: -5, days: 60 } })
  // an hour, so that the sign-ins stay below the limit
  beforeEach(() => world.pass(60 * 60 * 1000))

  /** Of a member of the club a, for a year. No refused call ends it. */
  let foreign: string
  /** The other club's rows, as the last test left them. */
  let rows: string
  beforeAll(async () => {
    const { a, b } = world.clubs
    const { email: username, password } = a.people.member
    const signIn = { action: 'member_login', tenantId: a.id, username, password, ttl: 8760 }
    foreign = String((await world.post(signIn)).headers[tokenHeader.toLowerCase()])
    rows = await hashRows(world.database, b.id)
  })

  async function expectSameRows(): Promise<void> {
    const before = rows
    rows = await hashRows(world.database, world.clubs.b.id)
    expect(rows).toBe(before)
  }

  it.each(names)('%s with the token of one club never reaches another by any name of it', async (action) => {
    const { b } = world.clubs
    const sample = samples[action](b)
    for (const field of tenantFields) {
      const values: [unknown, string][] = [
        [b.slug, 'tenant-mismatch'],
        [b.id, field === slugField ? 'unknown-tenant' : 'tenant-mismatch'],
        [String(b.id), field === slugField ? 'unknown-tenant' : 'tenant-mismatch'],
        [b.uuid, field === slugField ? 'unknown-tenant' : 'tenant-mismatch'],
        [b.uuid.toUpperCase(), field === slugField ? 'unknown-tenant' : 'tenant-mismatch'],
        [[b.id], 'invalid-input'],
        [{ id: b.id }, 'invalid-input'],
        [null, 'invalid-input'],
        [true, 'invalid-input'],
        [b.id + 0.5, 'invalid-input'],
        ['1 or 1=1', 'unknown-tenant'],
        [`${b.id} `, 'unknown-tenant'],
        ['', 'unknown-tenant'],
        ['no-such-club', 'unknown-tenant'],
        [99_999_999_999, 'unknown-tenant'],
      ]
      for (const [value, code] of values) {
        const received = await world.post({ ...sample, action, [field]: value }, { 'x-dart-token': foreign })
        expect({ field, value, ...received.json() }).toMatchObject({ field, value, success: false, code })
        const { refused } = getDefinition(action)
        const told = [
          'code',
          'errorMessage',
          'receipt',
          'success',
          ...(code === 'invalid-input' ? ['faults'] : []),
          ...Object.keys(refused?.('') ?? {}),
        ]
        expect(Object.keys(received.json()).sort()).toEqual(told.sort())
      }
    }
    await expectSameRows()
  })

  it.each(names)('%s takes every name of the own club, alone and together', async (action) => {
    const { a } = world.clubs
    const sample = samples[action](a)
    const all = { subdomain: a.slug, tenant: a.uuid, tenantId: a.id, tenantUUID: a.uuid }
    for (const club of [
      { subdomain: a.slug },
      { tenant: a.id },
      { tenantUUID: a.uuid },
      { tenant: a.slug },
      {},
      all,
    ]) {
      // a sign-out in the middle of the round would end the token
      if (action === 'member_logout') continue
      const token = await world.signIn(a, callerOf(action))
      const received = await world.post({ ...sample, action, ...club }, { 'x-dart-token': token })
      const code = cases[action].refused
      expect(received.json()).toMatchObject(code === undefined ? { success: true } : { code })
      // so that the codes stay below the limit
      world.pass(20 * 60 * 1000)
    }
  })

  it.each(names)(
    "%s refuses two names that disagree, and a member's id without their sign-in",
    async (action) => {
      const { a, b } = world.clubs
      const two = await world.post({ ...samples[action](b), action, tenantId: a.id, subdomain: b.slug })
      expect(two.json()).toMatchObject({ success: false, code: 'tenant-mismatch' })
      const { access } = getDefinition(action)
      if (access === 'member' || access === 'either') {
        const memberId = a.people.member.id
        const anonymous = await world.post({ ...samples[action](a), action, tenantId: a.id, memberId })
        expect(anonymous.json()).toMatchObject({ success: false, code: 'needs-signin' })
      }
      await expectSameRows()
    },
  )

  it('a suspended club stops answering, to its members too', async () => {
    const { b } = world.clubs
    const token = await world.signIn(b, 'member')
    await world.database.withoutClub((tx) =>
      tx.updateTable('tenant').set({ suspended: true }).where('id', '=', b.id).execute(),
    )
    world.pass(1001)
    for (const input of [{ tenantId: b.id }, {}]) {
      const received = await world.post({ action: 'member_authorize', ...input }, { 'x-dart-token': token })
      expect(received.json()).toMatchObject({ success: false, code: 'unknown-tenant' })
    }
    await world.database.withoutClub((tx) =>
      tx.updateTable('tenant').set({ suspended: false }).where('id', '=', b.id).execute(),
    )
  })
})
