// What dispatch adds to an officer's action: a trail that cannot be forgotten, and fields that only some rights show.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { define } from '../../../src/contract/define.ts'
import { contact, money, takeOutHidden } from '../../../src/contract/shownBy.ts'
import { hasRight, listRights, roleRules, roles } from '../../../src/domain/rights.ts'
import { listFieldChanges, splitContact } from '../../../src/domain/trail.ts'
import { operator } from '../../../src/server/auth/principals.ts'
import { createTrailing } from '../../../src/server/dispatch/trailing.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'

const common = { input: z.object({}), output: z.object({}), failures: [] } as const

describe('rights', () => {
  it('are given by each role, and each opens the desk', () => {
    for (const role of roles) {
      expect(roleRules[role].rights).toContain('desk')
      expect(listRights([{ role, eventId: null }])).toEqual(
        expect.arrayContaining([...roleRules[role].rights]),
      )
    }
  })

  it('of a role for an event are for this event alone', () => {
    const held = [{ role: 'gate-supervisor', eventId: 3 }] as const
    expect(hasRight(held, 'gate.admit', 3)).toBe(true)
    expect(hasRight(held, 'gate.admit', 4)).toBe(false)
    expect(hasRight(held, 'gate.admit')).toBe(false)
    expect(hasRight([{ role: 'owner', eventId: null }], 'gate.admit', 4)).toBe(true)
  })

  it('keep refunds from who runs shows, and amounts from who keeps the members', () => {
    expect(roleRules['show-manager'].rights).not.toContain('money.refund')
    expect(roleRules.secretary.rights).not.toContain('money.read')
    expect(roles.filter((role) => roleRules[role].rights.includes('roles.write'))).toEqual(['owner'])
  })
})

describe('a field that only some rights show', () => {
  const shape = z.object({
    people: z.array(z.object({ name: z.string(), email: contact(z.string()), paid: money(z.number()) })),
    best: z.object({ phone: contact(z.string()) }).nullable(),
  })
  const answer = {
    people: [{ name: 'Ada', email: 'ada@example.org', paid: 45 }],
    best: { phone: '555' },
    beside: 'not in the shape',
  }

  it('is taken out wherever it stands, and the rest stays', () => {
    expect(takeOutHidden(shape, answer, ['people.find'])).toEqual({ people: [{ name: 'Ada' }], best: {} })
    expect(takeOutHidden(shape, answer, ['people.contact'])).toEqual({
      people: [{ name: 'Ada', email: 'ada@example.org' }],
      best: { phone: '555' },
    })
    expect(takeOutHidden(shape, { people: [], best: null }, [])).toEqual({ people: [], best: null })
  })
})

describe('the trail', () => {
  it('does not compile without it where an officer writes', () => {
    define({ access: 'officer', right: 'desk', effect: 'write', trail: true, ...common })
    // @ts-expect-error a write of an officer declares a trail
    define({ access: 'officer', right: 'desk', effect: 'write', ...common })
    // @ts-expect-error an officer's action names a right
    define({ access: 'officer', effect: 'read', ...common })
    // @ts-expect-error who is no officer has no right
    define({ access: 'member', right: 'desk', effect: 'read', ...common })
  })

  it('has only what has changed, and contact values apart', () => {
    const changes = listFieldChanges({
      before: { fname: 'Ada', email_address: 'a@x.org', tags: ['a', 'b'], city: '' },
      after: { fname: 'Ida', email_address: 'b@x.org', tags: ['a', 'b'], city: '' },
    })
    const { kept, contact: apart } = splitContact('member', changes)
    expect(kept).toEqual([{ field: 'fname', before: 'Ada', after: 'Ida' }, { field: 'email_address' }])
    expect(apart).toEqual([{ field: 'email_address', before: 'a@x.org', after: 'b@x.org' }])
  })

  const world = setUpClubWorld('embedded')

  it('fails a write that notes nothing', async () => {
    const { a } = world.clubs
    const definition = define({ access: 'officer', right: 'desk', effect: 'write', trail: true, ...common })
    const call = { name: 'give_role', definition, key: null, now: world.now() } as const
    const trail = createTrailing(call, operator)
    await expect(world.inClub(a, (tx) => trail.write(tx))).rejects.toThrow('noted nothing')
  })

  it('shows contact values to who may see them, until the account is closed', async () => {
    const { a } = world.clubs
    const { member } = a.people
    const definition = define({ access: 'officer', right: 'desk', effect: 'write', trail: true, ...common })
    const trail = createTrailing({ name: 'give_role', definition, key: null, now: world.now() }, operator)
    const change = { before: { email_address: 'old@x.org' }, after: { email_address: 'new@x.org' } }
    trail.changed({ kind: 'member', id: member.id, memberId: member.id, label: 'Ada Quill', ...change })
    await world.inClub(a, (tx) => trail.write(tx))
    const read = async () =>
      JSON.stringify(await world.ask(a, 'list_trail', {}, { token: await world.signIn(a, 'owner') }))
    expect(await read()).toContain('new@x.org')
    const token = await world.signIn(a, 'member')
    expect(await world.ask(a, 'close_member', { username: member.email }, { token })).toMatchObject({
      success: true,
    })
    const after = await read()
    expect(after).not.toContain('x.org')
    expect(after).toContain('email_address')
  })
})
