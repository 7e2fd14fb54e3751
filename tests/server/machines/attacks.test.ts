// What is sent to two processes at the same moment is done once, and what one stores while the other removes it is not
// lost. Which calls meet is chosen by chance, from a seed that the commit gives.
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { endpointPath, tokenHeader } from '../../../src/contract/caller.ts'
import { bodyLimits } from '../../../src/contract/define.ts'
import { dayMs, hourMs, minuteMs } from '../../../src/domain/time.ts'
import { runClubCommand } from '../../../src/server/assembly/commands.ts'
import { compareStorage } from '../../../src/server/backup/storageCheck.ts'
import { clubMemoryMs } from '../../../src/server/limits/machine.ts'
import { largestClockGapMs } from '../../../src/server/limits/times.ts'
import { readTreeSeed, toChance } from '../../support/chance/treeSeed.ts'
import { setUpClubWorld } from '../../support/clubs/clubWorld.ts'
import { photo } from '../../support/corpora/hostilePictures.ts'
import { describeOnPostgres } from '../../support/database/database.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { sendRequest } from '../../support/database/world.ts'
import { type ServerProcess, startServerProcess } from '../../support/processes/serverProcess.ts'
import { inTwoSizes } from '../../support/run/longTests.ts'
import { setUpStorageSandbox, toStorageEnvironment } from '../../support/storage/sandboxStorage.ts'

const storage = setUpStorageSandbox()
const seed = readTreeSeed()

/** Below `most`, the same for the same seed and name. */
const draw = (most: number, ...name: readonly (string | number)[]): number =>
  toChance(seed, name.join(' ')).readUInt32BE(0) % most

describeOnPostgres('two processes that are asked at the same moment', () => {
  const world = setUpClubWorld('postgres', {
    env: () => toStorageEnvironment(storage.get()),
    show: { startsIn: 0, days: 2000 },
  })
  const { a } = world.clubs
  let other: ServerProcess
  let token = ''
  beforeAll(async () => {
    other = await startServerProcess({
      databaseUrl: world.database.options.databaseUrl,
      dataDir: makeTestFolder(),
      now: world.now(),
      env: toStorageEnvironment(storage.get()),
    })
  })
  beforeEach(() => pass(hourMs))
  afterEach(() => storage.get().misbehave())
  afterAll(() => other.stop())

  /** The other's clock is behind, as far as it may be. */
  async function pass(ms: number): Promise<void> {
    world.pass(ms)
    other.setNow(world.now() - largestClockGapMs)
    token = await world.signIn(a, 'member')
  }
  const anyPeer = (): string => `10.8.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`
  async function post(port: number, input: object, by = token) {
    const { text, headers } = await sendRequest(port, '/dart/core', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': anyPeer(), [tokenHeader]: by },
      body: JSON.stringify({ tenantId: a.id, key: randomUUID(), ...input }),
    })
    const answer = JSON.parse(text) as { success: boolean; code?: string; id?: number; rides?: unknown }
    return { ...answer, text, token: headers[tokenHeader.toLowerCase()] }
  }
  /** What the storage has, lacks and has too much. The club begins with pictures that nobody has stored. */
  const check = () => {
    const { config, database, now } = world
    return compareStorage({ config, database, now, newId: randomUUID }, () => undefined)
  }
  const atBoth = (here: object, there: object = here, by = token) =>
    Promise.all([post(world.port, here, by), post(other.port, there, by)])

  it('know a sign-in at once, also where the clock is behind, and take no work twice for it', async () => {
    expect((await post(other.port, { action: 'member_authorize' })).success).toBe(true)
    await world.engine.runDue()
    const before = await world.listRows(null, 'recurring_job')
    await other.runDue()
    expect(await world.listRows(null, 'recurring_job')).toEqual(before)
  })

  for (const { size: rounds, tag } of inTwoSizes(20, 200)) {
    it(`do once what has one key, and refuse what has it for something else, ${rounds} times${tag}`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        if (round % 25 === 24) await pass(hourMs)
        const [key, message] = [randomUUID(), `Round ${tag} ${round}`]
        const isSame = draw(2, 'key', round) === 0
        const here = { action: 'create_post', key, message }
        const answers = await atBoth(here, isSame ? here : { ...here, message: `${message} otherwise` })
        const done = answers.filter(({ success }) => success)
        expect(done.length).toBe(isSame ? 2 : 1)
        if (isSame) expect(answers[0].text).toBe(answers[1].text)
        else expect(answers.map(({ code }) => code)).toContain('key-reused')
        const posts = await Promise.all(
          [message, `${message} otherwise`].map((text) => world.countRows(a, 'post', { message: text })),
        )
        expect(posts.reduce((sum, count) => sum + count)).toBe(1)
      }
    }, 180_000)

    it(`open one sign-in with a code for a phone, ${rounds} times${tag}`, async () => {
      for (let round = 0; round < rounds; round += 1) {
        if (round % 20 === 19) await pass(hourMs)
        const { code } = await post(round % 2 === 0 ? world.port : other.port, { action: 'create_link_code' })
        const answers = await atBoth({ action: 'redeem_link_code', code, ttl: 24 }, undefined, '')
        expect(answers.filter((answer) => typeof answer.token === 'string')).toHaveLength(1)
        expect(answers.map((answer) => answer.code)).toContain('link-code-used')
      }
    }, 180_000)

    it(`count one ballot of a voter, ${rounds} times${tag}`, async () => {
      const voters = await world.insertRows(
        a,
        'voter',
        Array.from({ length: rounds }, () => ({ event_id: a.show.id })),
      )
      for (const { id, uuid: voterId } of voters) {
        const ballot = { action: 'submit_ballot', voterId }
        const answers = await atBoth({ ...ballot, votes: ['12'] }, { ...ballot, votes: [] }, '')
        expect(answers.map(({ code }) => code ?? 'counted').sort()).toEqual(['ballot-used', 'counted'])
        expect(await world.countRows(a, 'ballot', { voter_id: id })).toBe(1)
      }
    }, 180_000)
  }

  it('keep no transaction open while the storage says nothing and slow bodies fill one, and the other serves', async () => {
    let asked = 0
    storage.get().misbehave(({ method }) => {
      if (method === 'GET') return undefined
      asked += 1
      return 'stall'
    })
    const imageData = `data:image/png;base64,${(await photo(170, 90)).toString('base64')}`
    let isOver = false
    const images = [{ imageData }]
    const stalled = post(other.port, { action: 'create_member_ride', make: 'Nash', images }).finally(() => {
      isOver = true
    })
    const sockets = Array.from({ length: 300 }, (_, place) => {
      const socket = connect(other.port, '127.0.0.1').on('error', () => undefined)
      const from = `X-Forwarded-For: 198.51.100.${place % 250}\r\n`
      const head = `POST ${endpointPath} HTTP/1.1\r\nHost: localhost\r\n${from}Content-Type: application/json\r\n`
      socket.write(`${head}Content-Length: ${bodyLimits.batch}\r\n\r\n${'a'.repeat(bodyLimits.plain + 1)}`)
      return socket
    })
    await expect.poll(() => asked, { timeout: 30_000, interval: 5 }).toBeGreaterThan(0)
    for (let place = 0; place < 30; place += 1) {
      const message = `While nothing is stored ${place}`
      expect((await post(world.port, { action: 'create_post', message })).success).toBe(true)
    }
    expect((await post(other.port, { action: 'get_member_rides' })).success).toBe(true)
    const { rows } = await world.database.withoutClub((tx) =>
      sql`select from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%' and state_change < now() - interval '1 second'`.execute(tx),
    )
    expect([rows.length, isOver]).toEqual([0, false])
    for (const socket of sockets) socket.destroy()
    storage.get().misbehave()
    await stalled
  })

  it('stop showing a draft whose link was taken back, and a club that is suspended, at once or within a second', async () => {
    const { config, database, now } = world
    const run = async (...args: string[]) => {
      let text = ''
      const services = { config, database, now, newId: randomUUID }
      const code = await runClubCommand(services, [...args, '--tenant', 'harbor'], (printed) => {
        text += printed
      })
      expect(code, text).toBe(0)
      return text
    }
    await world.changeRows(a, 'event', { id: a.past.id }, { published: false })
    const link = new URL((await run('event', String(a.past.id), '--preview')).split('\n')[0] ?? '')
    const opened = await sendRequest(other.port, `${link.pathname}${link.search}`, {})
    const [cookie = ''] = String(opened.headers['set-cookie']).split(';')
    const look = async () =>
      (await sendRequest(other.port, `/dart/pack/${a.past.id}?subdomain=harbor`, { headers: { cookie } }))
        .status
    expect(await look()).toBe(200)
    await run('event', String(a.past.id), '--preview', 'off')
    expect(await look()).toBe(404)
    await world.changeRows(a, 'event', { id: a.past.id }, { published: true })
    const isIn = async () => (await post(other.port, { action: 'get_member_rides' })).success
    expect(await isIn()).toBe(true)
    await world.changeRows(a, 'member', { id: a.people.member.id }, { suspended_at: new Date(now()) })
    expect(await isIn()).toBe(false)
    await world.changeRows(a, 'member', { id: a.people.member.id }, { suspended_at: null })
    expect(clubMemoryMs).toBeLessThanOrEqual(1000)
  })

  for (const { size: rounds, tag } of inTwoSizes(8, 200)) {
    it(`lose no picture that one stores while the other removes it, ${rounds} times${tag}`, async () => {
      const drawn = await Promise.all(
        Array.from({ length: 5 }, async (_, place) => ({
          imageData: `data:image/png;base64,${(await photo(170, 50 + place)).toString('base64')}`,
        })),
      )
      await world.changeRows(a, 'member', { id: a.people.member.id }, { expires_on: '2040-01-01' })
      const before = await check()
      const rides = new Set<number>()
      const faults = ['fail', 'lose-answer', 'cut'] as const
      for (let round = 0; round < rounds; round += 1) {
        await pass(dayMs + 7 * hourMs)
        storage.get().misbehave(({ method, count }) => {
          const isIll = method !== 'GET' && draw(12, 'ill', tag, count) === 0
          return isIll ? faults[draw(faults.length, 'how', tag, count)] : undefined
        })
        const act = async (port: number, turn: number): Promise<void> => {
          const [old] = [...rides].slice(draw(Math.max(1, rides.size), 'which', tag, round, turn))
          if (old !== undefined && (rides.size > 6 || draw(2, 'what', tag, round, turn) === 0)) {
            rides.delete(old)
            await post(port, { action: 'delete_member_ride', id: old })
            return
          }
          const image = drawn[draw(drawn.length, 'picture', tag, round, turn)]
          const sent = await post(port, { action: 'create_member_ride', make: 'Nash', images: [image] })
          // an ill storage is said, and nothing is there half
          if (sent.success) rides.add(Number(sent.id))
          else expect(sent.code).toBe('unavailable')
        }
        const removing = draw(2, 'who', tag, round) === 0 ? world.engine.runDue() : other.runDue()
        await Promise.all([
          removing,
          ...[0, 1, 2, 3].map((turn) => act(turn % 2 ? world.port : other.port, turn)),
        ])
      }
      storage.get().misbehave()
      for (let turn = 0; turn < 3; turn += 1) {
        await pass(dayMs + 7 * hourMs + turn * minuteMs)
        await world.engine.runDue()
        await other.runDue()
      }
      const after = await check()
      expect(after).toEqual({ ...before, objects: after.objects, bytes: after.bytes })
      const shown = await post(world.port, { action: 'get_member_rides' })
      const list = shown.rides as readonly { id: number; images: { imageData: string }[] }[]
      const own = list.filter(({ id }) => rides.has(id))
      expect(own).toHaveLength(rides.size)
      for (const { images } of own) {
        for (const port of [world.port, other.port])
          expect((await sendRequest(port, String(images[0]?.imageData), {})).status).toBe(200)
      }
    }, 240_000)
  }
})
