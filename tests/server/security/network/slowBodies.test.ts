// Bodies that never end keep nobody else's pictures and score sheets out (N8.4, N8.4b).
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { endpointPath, grantHeader, tokenHeader } from '../../../../src/contract/caller.ts'
import { bodyLimits } from '../../../../src/contract/define.ts'
import { hourMs } from '../../../../src/domain/time.ts'
import { seedJudges } from '../../../support/clubs/judges.ts'
import { describeOnBothEngines } from '../../../support/database/database.ts'
import { setUpWorld } from '../../../support/database/setUp.ts'

describeOnBothEngines('bodies that never end', (engine) => {
  const world = setUpWorld(engine, { env: { TRUSTED_PROXY: '127.0.0.1', DEFAULT_TENANT: 'harbor' } })
  const { a } = world.clubs
  const venue = '192.0.2.1'
  const open = new Set<Socket>()
  afterEach(() => {
    for (const socket of open) socket.destroy()
    open.clear()
  })

  /** Larger than what needs no place, and then a byte now and then. */
  async function begin(peer: string, headers: Record<string, string> = {}): Promise<void> {
    const socket = connect(world.port, '127.0.0.1')
    open.add(socket)
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const lines = Object.entries({
      Host: 'localhost',
      'X-Forwarded-For': peer,
      'Content-Type': 'application/json',
      'Content-Length': String(bodyLimits.batch),
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`POST ${endpointPath} HTTP/1.1\r\n${lines.join('')}\r\n${'a'.repeat(bodyLimits.plain + 1)}`)
    const timer = setInterval(() => socket.write('a'), 2000)
    socket.on('close', () => clearInterval(timer))
  }

  async function attack(headers?: Record<string, string>): Promise<void> {
    const peers = Array.from({ length: 128 }, (_, index) => `198.51.100.${Math.floor(index / 16)}`)
    await Promise.all([...peers, ...peers.slice(0, 16).map(() => venue)].map((peer) => begin(peer, headers)))
    // the server has read them when it answers another call
    await world.post({ action: 'get_tenant' })
  }

  const sheets = (judge: { code: string; grant: string }) =>
    Array.from({ length: 50 }, () => ({
      action: 'submit_judging_form',
      key: randomUUID(),
      eventId: a.show.id,
      judgeId: judge.code,
      grant: judge.grant,
      entryId: '110',
      scores: [],
      notes: 'long '.repeat(300),
    }))
  const sendBatch = (judge: { code: string; grant: string }, headers: Record<string, string> = {}) =>
    world.post(
      { action: 'submit_batch', tenantId: a.id, entries: sheets(judge) },
      { 'x-forwarded-for': venue, ...headers },
    )
  const seedJudge = async (count: number) =>
    world.inClub(a, (tx) => seedJudges(tx, { eventId: a.show.id, count, until: world.now() + hourMs }))

  it('keep out no picture of a member and no batch of a judge, of whatever address', async () => {
    const token = await world.signIn(a, 'member')
    const judges = await seedJudge(12)
    await attack()
    const begun = performance.now()
    const batches = await Promise.all(
      judges.map((judge) => sendBatch(judge, { [grantHeader]: `${a.uuid}.${judge.grant}` })),
    )
    const picture = await world.post(
      { action: 'create_post', text: 'x', images: [{ imageData: 'x'.repeat(100_000) }] },
      { 'x-forwarded-for': venue, [tokenHeader]: token },
    )
    // a client that sends no grant, and a stranger: the slowest gives way to them
    const [other] = judges
    const without = other && (await sendBatch(other))
    const stranger = await sendBatch(
      { code: 'x', grant: 'x'.repeat(43) },
      { 'x-forwarded-for': '203.0.113.7' },
    )
    const took = performance.now() - begun
    for (const { status, json } of [...batches, without, stranger].flatMap((one) => one ?? [])) {
      expect([status, (json().results as unknown[]).length]).toEqual([200, 50])
    }
    expect([picture.status, picture.json().code]).not.toContain('too-many-requests')
    expect(picture.status).toBeLessThan(500)
    // promised within two seconds; a busy machine may take longer for the sheets themselves
    expect(took).toBeLessThan(20_000)
  })

  it('get no kept place by a proof that is none', async () => {
    await attack({ [tokenHeader]: 'no.good.token', [grantHeader]: `${a.uuid}.${'x'.repeat(43)}` })
    const token = await world.signIn(a, 'member')
    const sent = await Promise.all(
      Array.from({ length: 8 }, () =>
        world.post(
          { action: 'create_post', text: 'x', images: [{ imageData: 'x'.repeat(100_000) }] },
          { 'x-forwarded-for': venue, [tokenHeader]: token },
        ),
      ),
    )
    for (const { status, json } of sent) expect([status, json().code]).not.toContain(429)
  })
})
