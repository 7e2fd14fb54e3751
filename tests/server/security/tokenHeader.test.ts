import { expect, it } from 'vitest'
import { type ActionName, actions, getDefinition } from '../../../src/contract/index.ts'
import { samples } from '../../support/clubs/samples.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { setUpWorld } from '../../support/database/setUp.ts'

const names = Object.keys(actions) as ActionName[]

describeOnEachEngine('T2.8 a token goes out at sign-in alone', (engine) => {
  const world = setUpWorld(engine)

  async function makeLinkCode(): Promise<string> {
    const { a } = world.clubs
    const { code } = await world.callerOf(a, await world.signIn(a, 'member')).call('create_link_code', {})
    return code
  }

  it('only signing in with a password and with a code signs in', () => {
    const signsIn = names.filter((action) => getDefinition(action).signsIn)
    expect(signsIn).toEqual(['member_login', 'redeem_link_code'])
  })

  it.each(names)('%s is never cached, and sends a token only when it signs in', async (action) => {
    const { a } = world.clubs
    for (const token of [undefined, await world.signIn(a, 'member')]) {
      const code = action === 'redeem_link_code' ? { code: await makeLinkCode() } : {}
      const received = await world.post(
        { ...samples[action](a), ...code, action, tenantId: a.id },
        token === undefined ? {} : { 'x-dart-token': token },
      )
      expect(received.headers['cache-control']).toBe('no-store')
      expect(received.text).not.toContain(token ?? 'no token at all')
      if (getDefinition(action).signsIn)
        expect(received.headers['x-dart-token']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
      else expect(received.headers['x-dart-token']).toBeUndefined()
      // so that the sign-ins stay below the limit
      world.pass(10 * 60 * 1000)
    }
  })

  it('a sign-in that fails sends none', async () => {
    const { a } = world.clubs
    const received = await world.post({
      ...samples.member_login(a),
      password: 'wrong',
      action: 'member_login',
      tenantId: a.id,
    })
    expect(received.json()).toMatchObject({ success: false, code: 'wrong-password' })
    expect(received.headers['x-dart-token']).toBeUndefined()
  })

  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; boundary=x',
    '',
  ])(
    "a sign-in of another site's page, which can send %j without asking, is refused",
    async (contentType) => {
      const { a } = world.clubs
      const received = await world.send('/dart/core', {
        method: 'POST',
        headers: contentType === '' ? {} : { 'content-type': contentType },
        body: JSON.stringify({ ...samples.member_login(a), action: 'member_login', tenantId: a.id }),
      })
      expect(received.status).toBe(415)
      expect(received.json()).toMatchObject({ success: false, code: 'unsupported-media-type' })
      expect(received.headers['x-dart-token']).toBeUndefined()
    },
  )
})
