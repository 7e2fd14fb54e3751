// Whose membership has ended looks after it and pays for it, and is a visitor otherwise (rules/security 1.5).
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type ActionName, actions, getDefinition } from '../../../../src/contract/index.ts'
import { setUpClubWorld } from '../../../support/clubs/clubWorld.ts'
import { cases, isAnswered, samples } from '../../../support/clubs/samples.ts'
import { describeOnEachEngine } from '../../../support/database/database.ts'
import { hashAtRest, hashRows } from '../../../support/database/rowHash.ts'

const names = Object.keys(actions) as ActionName[]

/** Of the actions that only members have, those that go on: the case of each says what for. */
const allowed = names.filter((action) => cases[action].whenExpired !== undefined)

describeOnEachEngine('T2.4 a member whose membership has ended', (engine) => {
  const world = setUpClubWorld(engine)
  const { a } = world.clubs
  let token: string
  beforeAll(async () => {
    token = await world.signIn(a, 'expired')
  })
  // the limits of five minutes have passed
  beforeEach(() => world.pass(6 * 60_000))

  /** For what is the caller's own, the expired member's own. */
  const toInput = (action: ActionName) => {
    const input: Record<string, unknown> = { ...samples[action](a) }
    if (action === 'update_member' || action === 'get_member') input.id = a.people.expired.id
    return input
  }
  const ofMembers = names.filter((action) => getDefinition(action).access === 'member')

  it('may call only what has a reason', () => {
    const open = ofMembers.filter((action) => getDefinition(action).expired === true)
    expect(open.sort()).toEqual([...allowed].sort())
  })

  it.each(allowed)('may call %s', async (action) => {
    const answer = await world.ask(a, action, toInput(action), { token })
    expect({ answer, isAnswered: isAnswered(answer) }).toMatchObject({ isAnswered: true })
    expect(answer.code).not.toBe('membership-expired')
    if (action === 'member_logout') token = await world.signIn(a, 'expired')
  })

  it.each(ofMembers.filter((action) => !allowed.includes(action)))(
    'may not call %s, which changes nothing',
    async (action) => {
      await world.engine.runDue()
      const before = await hashAtRest(world, a.id)
      const answer = await world.ask(a, action, toInput(action), { token })
      expect([answer.success, answer.code]).toEqual([false, 'membership-expired'])
      expect(await hashRows(world.database, a.id)).toBe(before)
    },
  )

  it('adds no additional login', async () => {
    await world.engine.runDue()
    const before = await hashAtRest(world, a.id)
    const login = { fname: 'Zoe', lname: 'Past', email: 'zoe@past.example' }
    for (const more of [{ parentId: a.people.expired.id }, {}]) {
      const answer = await world.ask(a, 'create_member', { ...login, ...more }, { token })
      expect([answer.success, answer.code]).toEqual([false, 'membership-expired'])
    }
    expect(await hashRows(world.database, a.id)).toBe(before)
  })

  it.each(names.filter((action) => !ofMembers.includes(action)))(
    'may call %s like everybody else',
    async (action) => {
      const answer = await world.ask(a, action, toInput(action), { token })
      expect(answer.code).not.toBe('membership-expired')
      const { access, effect } = getDefinition(action)
      if (access !== 'either' || effect !== 'read') return
      // and sees what a visitor sees
      expect(answer).toEqual(await world.ask(a, action, toInput(action)))
    },
  )
})
