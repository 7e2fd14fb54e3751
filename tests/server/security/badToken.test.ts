import { beforeAll, expect, it } from 'vitest'
import { type ActionName, actions, getDefinition } from '../../../src/contract/index.ts'
import { dayMs } from '../../../src/domain/time.ts'
import { isAnswered, samples } from '../../support/clubs/samples.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { setUpWorld } from '../../support/database/setUp.ts'

const names = Object.keys(actions) as ActionName[]
const forMembers = names.filter((name) =>
  ['member', 'either', 'officer'].includes(getDefinition(name).access),
)
const forAll = names.filter((name) => getDefinition(name).access === 'public')

describeOnEachEngine('T2.6 a bad token is an error, never a visitor', (engine) => {
  const world = setUpWorld(engine)
  const bad: Record<string, string> = {}
  beforeAll(async () => {
    const { a } = world.clubs
    bad.expired = await world.signIn(a, 'member')
    world.pass(dayMs + 1000)
    bad.signedOut = await world.signIn(a, 'member')
    await world.callerOf(a, bad.signedOut).call('member_logout', {})
    const good = await world.signIn(a, 'member')
    bad.forged = `${good.slice(0, -4)}${good.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
    bad.cut = good.slice(0, 40)
    bad.garbage = 'undefined'
    bad.long = 'a'.repeat(5000)
    bad.deleted = await world.signIn(a, 'parent')
    await world.changeRows(a, 'member', { id: a.people.parent.id }, { deleted_at: new Date(world.now()) })
  })

  it.each(forMembers)('%s answers it with "please sign in"', async (action) => {
    const { a } = world.clubs
    for (const [kind, token] of Object.entries(bad)) {
      const received = await world.post(
        { ...samples[action](a), action, tenantId: a.id },
        { 'x-dart-token': token },
      )
      expect({ kind, status: received.status, ...received.json() }).toMatchObject({
        kind,
        status: 401,
        success: false,
        code: 'needs-signin',
        receipt: null,
      })
    }
  })

  it.each(forMembers)('%s refuses a good token of another club', async (action) => {
    const { a, b } = world.clubs
    const token = await world.signIn(b, 'member')
    // so that the sign-ins stay below the limit
    world.pass(10 * 60 * 1000)
    const received = await world.post(
      { ...samples[action](a), action, tenantId: a.id },
      { 'x-dart-token': token },
    )
    expect({ status: received.status, ...received.json() }).toMatchObject({
      status: 403,
      success: false,
      code: 'tenant-mismatch',
    })
  })

  it.each(forAll)('%s, which asks for none, does not look at it', async (action) => {
    const { a } = world.clubs
    for (const token of [bad.forged ?? '', bad.expired ?? '', 'garbage']) {
      const received = await world.post(
        { ...samples[action](a), action, tenantId: a.id },
        { 'x-dart-token': token },
      )
      expect(received.json()).toSatisfy(isAnswered)
    }
  })

  it('without a token a member action asks to sign in, and an open one answers', async () => {
    const { a } = world.clubs
    for (const action of forMembers) {
      const received = await world.post({ ...samples[action](a), action, tenantId: a.id })
      if (getDefinition(action).access !== 'either')
        expect(received.json()).toMatchObject({ code: 'needs-signin' })
      else expect(received.json()).toSatisfy(isAnswered)
    }
  })
})
