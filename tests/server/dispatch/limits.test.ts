import { afterAll, beforeAll, expect, it } from 'vitest'
import { callsPerAddress, callsPerToken } from '../../../src/server/dispatch/limits.ts'
import { describeOnBothEngines } from '../../support/database.ts'
import { samples } from '../../support/samples.ts'
import { startWorld, type World } from '../../support/world.ts'

const minuteMs = 60_000

describeOnBothEngines('limits', (engine) => {
  let world: World
  beforeAll(async () => {
    // a proxy that says who asks, so that a test has many addresses
    world = await startWorld(engine, { env: { TRUSTED_PROXY: '127.0.0.1' } })
  })
  afterAll(() => world.dispose())

  function from(address: string, more: Record<string, string> = {}): Record<string, string> {
    return { 'x-forwarded-for': address, ...more }
  }

  it('count the calls of an address, and say when to come back', async () => {
    const { a } = world.clubs
    const call = { action: 'get_makes', tenantId: a.id, eventId: a.show.id }
    const many = async (times: number): Promise<Set<number>> => {
      const statuses = new Set<number>()
      for (let sent = 0; sent < times; sent += 50) {
        const received = await Promise.all(
          Array.from({ length: Math.min(50, times - sent) }, () => world.post(call, from('203.0.113.1'))),
        )
        for (const { status } of received) statuses.add(status)
      }
      return statuses
    }
    expect(await many(callsPerAddress.most)).toEqual(new Set([200]))
    const refused = await world.post(call, from('203.0.113.1'))
    expect({ status: refused.status, ...refused.json() }).toMatchObject({
      status: 429,
      code: 'too-many-requests',
      receipt: null,
      retryAfter: 300,
    })
    expect(refused.headers['retry-after']).toBe('300')
    // others, and what the viewer reads, go on
    expect((await world.post(call, from('203.0.113.2'))).status).toBe(200)
    const viewer = { ...samples.get_event_pack(a), action: 'get_event_pack', tenantId: a.id }
    expect((await world.post(viewer, from('203.0.113.1'))).status).toBe(200)
    world.pass(5 * minuteMs)
    expect((await world.post(call, from('203.0.113.1'))).status).toBe(200)
  })

  it('count the calls of a token, wherever it is used', async () => {
    const { a } = world.clubs
    const token = await world.signIn(a, 'member')
    const ask = (address: number): Promise<number> =>
      world
        .post({ action: 'member_authorize' }, from(`198.51.100.${address % 250}`, { 'x-dart-token': token }))
        .then(({ status }) => status)
    for (let sent = 0; sent < callsPerToken.most; sent += 50) {
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(sent + index)))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    expect(await ask(1)).toBe(429)
    const other = await world.signIn(a, 'member')
    const received = await world.post({ action: 'member_authorize' }, { 'x-dart-token': other })
    expect(received.status).toBe(200)
  })

  it('count failed sign-ins of an address, and all of an account', async () => {
    const { a } = world.clubs
    world.pass(60 * minuteMs)
    const signIn = (username: string, password: string, address: string): Promise<number> =>
      world
        .post({ action: 'member_login', tenantId: a.id, username, password, ttl: 24 }, from(address))
        .then(({ status }) => status)
    const { member } = a.people
    for (let tries = 0; tries < 25; tries += 1) {
      expect(await signIn(`nobody${tries}@harbor.example`, 'Wrong-1234!', '203.0.113.5')).toBe(200)
    }
    expect(await signIn(member.email, member.password ?? '', '203.0.113.5')).toBe(429)
    expect(await signIn(member.email, member.password ?? '', '203.0.113.6')).toBe(200)
    // the neighbours at the same venue sign in without end, because they succeed
    for (let tries = 0; tries < 5; tries += 1) {
      const { moderator } = a.people
      expect(await signIn(moderator.email, moderator.password ?? '', '203.0.113.7')).toBe(200)
    }
    for (let tries = 0; tries < 24; tries += 1) {
      expect(await signIn(` ${member.email.toUpperCase()}`, 'Wrong-1234!', `203.0.114.${tries}`)).toBe(
        tries < 23 ? 200 : 429,
      )
    }
    world.pass(60 * minuteMs)
    expect(await signIn(member.email, member.password ?? '', '203.0.113.5')).toBe(200)
  })

  it('stand in the database, where other processes count too, under names that say nothing', async () => {
    const rows = await world.database.asOwner((tx) =>
      tx.selectFrom('attempt_count').select(['bucket', 'count']).execute(),
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { bucket } of rows) expect(bucket).toMatch(/^[\w-]{43}$/)
  })

  it('take one household of IPv6 for one', async () => {
    const { a } = world.clubs
    const call = { action: 'lookup_member', tenantId: a.id, purpose: 'signin' }
    const ask = (address: string, username: string): Promise<number> =>
      world.post({ ...call, username }, from(address)).then(({ status }) => status)
    for (let sent = 0; sent < 300; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          ask(`2001:db8:7:7::${(sent + index).toString(16)}`, `somebody${sent + index}@harbor.example`),
        ),
      )
    }
    expect(await ask('2001:db8:7:7:ffff::1', 'else@harbor.example')).toBe(429)
    expect(await ask('2001:db8:7:8::1', 'else@harbor.example')).toBe(200)
  })
})
