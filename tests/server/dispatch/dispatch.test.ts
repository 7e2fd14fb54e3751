import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { samples } from '../../support/clubs/samples.ts'
import { goodEndpoints, makePushKeys } from '../../support/corpora/pushVectors.ts'
import { describeRaces } from '../../support/database/database.ts'
import { setUpWorld } from '../../support/database/setUp.ts'

describeRaces('the dispatcher', (engine) => {
  const world = setUpWorld(engine)
  beforeEach(() => world.pass(60 * 60 * 1000))

  function subscription(): Record<string, unknown> & { endpoint: string } {
    return {
      action: 'webpush_subscribe',
      tenantId: world.clubs.a.id,
      endpoint: `${goodEndpoints[0]}${randomUUID()}`,
      keys: makePushKeys(),
    }
  }

  function countSubscriptions(endpoint: unknown): Promise<number> {
    const { a } = world.clubs
    return world.database.inTenant(a.id, async (tx) => {
      const rows = await tx
        .selectFrom('push_subscription')
        .select('id')
        .where('endpoint', '=', String(endpoint))
        .execute()
      return rows.length
    })
  }

  function countReceipts(key: string): Promise<number> {
    const { a } = world.clubs
    return world.database.inTenant(a.id, async (tx) => {
      const rows = await tx.selectFrom('receipt').select('key').where('key', '=', key).execute()
      return rows.length
    })
  }

  it.each([undefined, null, 7, ['get_tenant'], {}, 'no_such_action', 'toString', '__proto__'])(
    'knows no action %j',
    async (action) => {
      const received = await world.post({ action, tenantId: world.clubs.a.id })
      expect({ status: received.status, ...received.json() }).toEqual({
        status: 400,
        success: false,
        code: 'unknown-action',
        errorMessage: 'There is no such action.',
        receipt: null,
      })
    },
  )

  it('says where the input is wrong', async () => {
    const received = await world.post({ ...subscription(), keys: { p256dh: 7 }, eventId: 'x' })
    expect(received.status).toBe(400)
    expect(received.json()).toMatchObject({
      code: 'invalid-input',
      receipt: null,
      faults: [
        { path: 'keys.p256dh', message: expect.any(String) },
        { path: 'keys.auth', message: expect.any(String) },
        { path: 'eventId', message: expect.any(String) },
      ],
    })
  })

  it('drops fields that the action does not know', async () => {
    const { a } = world.clubs
    const received = await world.post({
      ...samples.get_event(a),
      action: 'get_event',
      tenantId: a.id,
      moderator: true,
      language: 'xx',
    })
    expect(received.json()).toMatchObject({ success: true })
  })

  it('says nothing but refusals about an unknown club and an unknown event', async () => {
    const { a } = world.clubs
    const club = await world.post({ action: 'get_tenant', subdomain: 'nobody' })
    expect({ status: club.status, ...club.json() }).toMatchObject({ status: 404, code: 'unknown-tenant' })
    for (const event of [999_999, a.draft.id]) {
      const received = await world.post({ action: 'get_event', tenantId: a.id, event })
      expect({ status: received.status, ...received.json() }).toMatchObject({
        status: 200,
        success: false,
        code: 'event-not-found',
      })
    }
  })

  it('gives each action its own limit of bytes', async () => {
    const received = await world.post({ ...subscription(), note: 'x'.repeat(64 * 1024) })
    expect({ status: received.status, ...received.json() }).toMatchObject({
      status: 413,
      code: 'body-too-large',
    })
  })

  it('answers a read without a receipt, and a write without a key with none', async () => {
    const { a } = world.clubs
    const read = await world.post({
      action: 'get_entries',
      tenantId: a.id,
      eventId: a.show.id,
      key: randomUUID(),
    })
    expect(read.json()).not.toHaveProperty('receipt')
    expect((await world.post(subscription())).json()).toMatchObject({ success: true, receipt: null })
  })

  it('gives the same key the same answer, byte for byte', async () => {
    const call = { ...subscription(), key: randomUUID() }
    const first = await world.post(call)
    expect(first.json()).toMatchObject({
      success: true,
      receipt: { key: call.key, outcome: 'accepted', at: new Date(world.now()).toISOString() },
    })
    world.pass(5 * 60 * 1000)
    const again = await world.post({ ...call, language: 'es', tenantId: undefined, subdomain: 'harbor' })
    expect(again.text).toBe(first.text)
    expect(await countSubscriptions(call.endpoint)).toBe(1)
  })

  it('refuses the same key with another input, another action or by somebody else', async () => {
    const { a } = world.clubs
    const key = randomUUID()
    const call = { ...subscription(), key }
    expect((await world.post(call)).json()).toMatchObject({ success: true })
    const token = await world.signIn(a, 'member')
    const others: [object, Record<string, string>][] = [
      [{ ...call, keys: makePushKeys() }, {}],
      [call, { 'x-dart-token': token }],
      [{ action: 'member_logout', tenantId: a.id, key }, { 'x-dart-token': token }],
    ]
    for (const [body, headers] of others) {
      const received = await world.post(body, headers)
      expect({ status: received.status, ...received.json() }).toMatchObject({
        status: 200,
        success: false,
        code: 'key-reused',
        receipt: null,
      })
    }
    expect((await world.post(call)).json()).toMatchObject({ success: true })
  })

  it('keeps a refusal on merit under its key, and nothing of its effect', async () => {
    const call = { ...subscription(), eventId: 999_999, key: randomUUID() }
    const first = await world.post(call)
    expect({ status: first.status, ...first.json() }).toMatchObject({
      status: 200,
      success: false,
      code: 'event-not-found',
      receipt: { key: call.key, outcome: 'refused' },
    })
    expect((await world.post(call)).text).toBe(first.text)
    expect(await countSubscriptions(call.endpoint)).toBe(0)
  })

  it('keeps nothing under the key of what was no answer: sign-in, wrong input, limits', async () => {
    const key = randomUUID()
    const wrong = await world.post({ ...subscription(), endpoint: 7, key })
    expect(wrong.json()).toMatchObject({ code: 'invalid-input', receipt: null })
    const unsigned = await world.post({ action: 'member_logout', tenantId: world.clubs.a.id, key })
    expect(unsigned.json()).toMatchObject({ code: 'needs-signin', receipt: null })
    const call = subscription()
    for (const signedOut of [1, 2, 3, 4, 5]) {
      const received = await world.post({ ...call, signedOut, key: randomUUID() })
      expect(received.json()).toMatchObject({ success: true })
    }
    // several times: repeating an accepted call is free, repeating a refused one is not
    for (const _time of [1, 2, 3]) {
      expect((await world.post({ ...call, key })).json()).toMatchObject({
        code: 'too-many-requests',
        receipt: null,
      })
    }
    expect(await countReceipts(key)).toBe(0)
    world.pass(60 * 60 * 1000)
    expect((await world.post({ ...call, key })).json()).toMatchObject({ success: true, receipt: { key } })
  })

  it.each(['', 'x', 7, null, {}, '00000000-0000-0000-0000-00000000000'])(
    'takes no key that is %j',
    async (key) => {
      const received = await world.post({ ...subscription(), key })
      expect(received.json()).toMatchObject({
        code: 'invalid-input',
        faults: [{ path: 'key' }],
        receipt: null,
      })
    },
  )

  it('does once what a hundred parallel duplicates ask for, and answers all of them alike', async () => {
    const call = { ...subscription(), key: randomUUID() }
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.post(call)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ success: true, receipt: { key: call.key } })
    expect(await countSubscriptions(call.endpoint)).toBe(1)
    expect(await countReceipts(call.key)).toBe(1)
  })

  it('accepts one of two bodies that race under one key', async () => {
    const key = randomUUID()
    const calls = [subscription(), subscription()].map((call) => ({ ...call, key }))
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => world.post(calls[index % 2])))
    const accepted = answers.filter((answer) => answer.json().success === true)
    const refused = answers.filter((answer) => answer.json().code === 'key-reused')
    expect([accepted.length, refused.length]).toEqual([15, 15])
    const counts = await Promise.all(calls.map(({ endpoint }) => countSubscriptions(endpoint)))
    expect(counts.sort()).toEqual([0, 1])
  })

  it('lets an expired member do what expired members may, and see what visitors see', async () => {
    const { a } = world.clubs
    const token = { 'x-dart-token': await world.signIn(a, 'expired') }
    for (const [body, success] of [
      [{ action: 'member_authorize' }, true],
      [{ ...samples.get_event(a), action: 'get_event' }, true],
      [{ action: 'member_logout' }, true],
    ] as const) {
      expect((await world.post({ tenantId: a.id, ...body }, token)).json()).toMatchObject({ success })
    }
  })

  it('never gives out what an action does not list', async () => {
    const { a } = world.clubs
    const token = await world.signIn(a, 'member')
    const received = await world.post(
      { action: 'member_authorize', tenantId: a.id },
      { 'x-dart-token': token },
    )
    expect(Object.keys(received.json()).sort()).toEqual(['member', 'success'])
    expect(received.text).not.toContain('argon2')
    expect(received.text).not.toContain('PRIVATE plans')
  })

  it('calls a fault of its own by a reference that the log has, and says nothing more', async () => {
    const { a } = world.clubs
    await world.changeRows(a, 'event', { id: a.past.id }, { schedule: JSON.stringify('broken') })
    const received = await world.post({ action: 'get_event_pack', tenantId: a.id, eventId: a.past.id })
    const { reference, ...answer } = received.json()
    expect({ status: received.status, ...answer }).toEqual({
      status: 500,
      success: false,
      code: 'internal',
      errorMessage: 'Something went wrong on our side.',
      receipt: null,
    })
    expect(reference).toMatch(/^[0-9a-f-]{36}$/)
    // the fault, and the request, which has it also where the fault is only counted
    const lines = world.lines().filter((line) => line.includes(String(reference)))
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['call failed', 'request'])
  })
})
