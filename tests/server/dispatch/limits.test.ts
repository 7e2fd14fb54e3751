import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { callsPerAddress, callsPerToken, uncountedCallsPerAddress } from '../../../src/server/limits/often.ts'
import { samples } from '../../support/clubs/samples.ts'
import { describeOnEachEngine } from '../../support/database/database.ts'
import { setUpWorld } from '../../support/database/setUp.ts'

describeOnEachEngine('limits', (engine) => {
  const world = setUpWorld(engine, { env: { TRUSTED_PROXY: '127.0.0.1' } })

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
    // other addresses, and the viewer's reads, go on
    expect((await world.post(call, from('203.0.113.2'))).status).toBe(200)
    const viewer = { ...samples.get_event_pack(a), action: 'get_event_pack', tenantId: a.id }
    expect((await world.post(viewer, from('203.0.113.1'))).status).toBe(200)
    world.pass(5 * minuteMs)
    expect((await world.post(call, from('203.0.113.1'))).status).toBe(200)
  })

  /** Past the edge, which only takes time. */
  async function flood(address: string, times: number, toBody: (index: number) => unknown): Promise<void> {
    for (let sent = 0; sent < times; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const body = toBody(sent + index)
          return world.engine.dispatch({
            json: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
            token: index % 7 === 0 ? 'no.good.token' : null,
            hostSlug: null,
            peer: address,
            requestId: 'flood',
          })
        }),
      )
    }
  }

  it('count what the gate refuses like any other call', async () => {
    const { a } = world.clubs
    const refused = [
      '{"action":',
      { action: 'toString' },
      { action: 'get_tenant', tenantId: 'nobody' },
      { action: 'get_makes', tenantId: 'nobody', eventId: 1 },
      { action: 'get_event', tenantId: a.id, event: 'x' },
      { action: 'submit_batch', tenantId: a.id, entries: [] },
    ]
    await flood('203.0.113.20', callsPerAddress.most, (index) => refused[index % refused.length])
    const good = { action: 'get_makes', tenantId: a.id, eventId: a.show.id }
    for (const call of [good, ...refused]) {
      const { status } = await world.post(call, from('203.0.113.20'))
      expect([status, call]).toEqual([429, call])
    }
    // phones at the same address still open the show
    const viewer = { action: 'get_entries', tenantId: a.id, eventId: a.show.id }
    expect((await world.post(viewer, from('203.0.113.20'))).status).toBe(200)
    expect((await world.post(good, from('203.0.113.21'))).status).toBe(200)
    world.pass(5 * minuteMs)
    expect((await world.post(good, from('203.0.113.20'))).status).toBe(200)
  })

  it('let an address read a hundred times a second, and no more in the long run', async () => {
    const { a } = world.clubs
    const unproven = {
      action: 'submit_judging_form',
      key: randomUUID(),
      eventId: a.show.id,
      judgeId: '41',
      grant: 'x'.repeat(43),
      entryId: '110',
      scores: [],
    }
    const read = { action: 'get_judging_forms', tenantId: a.id, eventId: a.show.id }
    // what a batch brings of nobody counts once for its request
    const batch = { action: 'submit_batch', tenantId: a.id, entries: [unproven, unproven] }
    await flood('203.0.113.30', uncountedCallsPerAddress.burst, (index) => (index % 2 === 0 ? read : batch))
    for (const call of [read, batch, { ...unproven, tenantId: a.id }]) {
      const refused = await world.post(call, from('203.0.113.30'))
      expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1'])
    }
    expect((await world.post(read, from('203.0.113.31'))).status).toBe(200)
    world.pass(1000)
    await flood('203.0.113.30', uncountedCallsPerAddress.perSecond, () => read)
    expect((await world.post(read, from('203.0.113.30'))).status).toBe(429)
    world.pass(1000)
    expect((await world.post(read, from('203.0.113.30'))).status).toBe(200)
  })

  it('count the calls of a token, wherever it is used', async () => {
    const { a } = world.clubs
    const token = await world.signIn(a, 'member')
    const call = (address: number): Promise<number> =>
      world
        .post({ action: 'member_authorize' }, from(`198.51.100.${address % 250}`, { 'x-dart-token': token }))
        .then(({ status }) => status)
    for (let sent = 0; sent < callsPerToken.most; sent += 50) {
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, index) => call(sent + index)))
      expect(new Set(statuses)).toEqual(new Set([200]))
    }
    expect(await call(1)).toBe(429)
    const other = await world.signIn(a, 'member')
    expect((await world.post({ action: 'member_authorize' }, { 'x-dart-token': other })).status).toBe(200)
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
    // people at the same venue can sign in without a limit, because they succeed
    for (let tries = 0; tries < 5; tries += 1) {
      const { moderator } = a.people
      expect(await signIn(moderator.email, moderator.password ?? '', '203.0.113.7')).toBe(200)
    }
    // the one that succeeded counts, and the one that was refused for its address does not
    for (let tries = 0; tries < 25; tries += 1) {
      expect(await signIn(` ${member.email.toUpperCase()}`, 'Wrong-1234!', `203.0.114.${tries}`)).toBe(
        tries < 24 ? 200 : 429,
      )
    }
    world.pass(60 * minuteMs)
    expect(await signIn(member.email, member.password ?? '', '203.0.113.5')).toBe(200)
  })

  it('stand in the database, where other processes count too, under names that say nothing', async () => {
    const rows = await world.listRows(null, 'attempt_count', {}, ['bucket', 'count'])
    expect(rows.length).toBeGreaterThan(0)
    for (const { bucket } of rows) expect(bucket).toMatch(/^[\w-]{43}$/)
  })

  it('take one household of IPv6 for one', async () => {
    const { a } = world.clubs
    const lookup = { action: 'lookup_member', tenantId: a.id, purpose: 'signin' }
    const call = (address: string, username: string): Promise<number> =>
      world.post({ ...lookup, username }, from(address)).then(({ status }) => status)
    for (let sent = 0; sent < 300; sent += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          call(`2001:db8:7:7::${(sent + index).toString(16)}`, `somebody${sent + index}@harbor.example`),
        ),
      )
    }
    expect(await call('2001:db8:7:7:ffff::1', 'else@harbor.example')).toBe(429)
    expect(await call('2001:db8:7:8::1', 'else@harbor.example')).toBe(200)
  })
})
