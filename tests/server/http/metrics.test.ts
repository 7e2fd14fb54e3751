// `/readyz` says what is wrong, and `/metrics` has figures of everything and words of nobody.

import { connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { findTrouble } from '../../../src/server/checks/readiness.ts'
import { createLog } from '../../../src/server/process/log.ts'
import { createRepeats } from '../../../src/server/process/repeats.ts'
import {
  createPlace,
  describeOnEachEngine,
  describeOnPostgres,
  openTestDatabase,
} from '../../support/database/database.ts'
import { startWorld, type World } from '../../support/database/world.ts'
import { findFreePort } from '../../support/processes/freePort.ts'
import { startMain } from '../../support/processes/mainProcess.ts'

const token = 'a-token-for-figures'

/** Names of series with their labels, and values. */
function readSeries(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

describeOnEachEngine('the figures', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine, { env: { METRICS_TOKEN: token } })
    await world.engine.prepare(() => undefined)
  })
  afterAll(() => world.dispose())

  const read = async () => {
    const answer = await world.send('/metrics', { headers: { authorization: `Bearer ${token}` } })
    expect([answer.status, answer.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/plain; version=0\.0\.4/),
    ])
    return answer.text
  }

  it('count calls by action and outcome, whatever strangers ask for', async () => {
    await read()
    const before = readSeries(await read())
    const { a } = world.clubs
    for (let round = 0; round < 3; round++) await world.post({ action: 'get_tenant', tenantId: a.id })
    await world.post({ action: 'get_tenant', subdomain: 'nobody' })
    for (const action of ['evil_one', 'evil_two', '__proto__', 'get_tenant{x="1"}', a.people.member.email]) {
      await world.post({ action, subdomain: action })
      await world.send(`/portal/${encodeURIComponent(action)}`)
    }
    const text = await read()
    const after = readSeries(text)
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect(grown('showfield_requests_total{action="get_tenant",outcome="ok"}')).toBe(3)
    expect(grown('showfield_requests_total{action="get_tenant",outcome="unknown-tenant"}')).toBe(1)
    expect(grown('showfield_request_seconds_count{action="get_tenant"}')).toBe(4)
    expect(after.get('showfield_request_seconds_bucket{le="+Inf",action="get_tenant"}')).toBe(4)
    const added = [...after.keys()].filter(
      (name) => !before.has(name) && name.startsWith('showfield_requests'),
    )
    expect(added.filter((name) => !name.includes('get_tenant'))).toEqual([
      'showfield_requests_total{action="other",outcome="unknown-action"}',
      'showfield_requests_total{action="other",outcome="503"}',
    ])
    for (const word of ['evil', '__proto__', '@', a.name, a.slug]) expect(text).not.toContain(word)
  })

  it('have the database, its jobs and orders, the queue of transactions and the lag of both threads', async () => {
    const { a, b } = world.clubs
    for (const club of [a, b]) {
      await world.database.inTenant(club.id, (tx) =>
        tx.insertInto('job').values({ kind: 'newsletter', payload: '{}', state: 'failed' }).execute(),
      )
    }
    const series = readSeries(await read())
    expect(series.get('showfield_clubs')).toBe(2)
    expect(series.get('showfield_held_pieces')).toBeTypeOf('number')
    for (const name of [
      'showfield_database_transactions{state="waiting"}',
      'showfield_database_transactions_most',
      'showfield_disk_free_bytes',
      'showfield_engine_event_loop_lag_seconds{quantile="0.99"}',
      'nodejs_eventloop_lag_seconds',
      'process_resident_memory_bytes',
      'showfield_batches_total',
    ]) {
      expect(series.get(name), name).toBeTypeOf('number')
    }
    const other = await startWorld(engine, { env: { METRICS_TOKEN: token } })
    await other.database.inTenant(other.clubs.a.id, (tx) =>
      tx.insertInto('job').values({ kind: 'newsletter', payload: '{}', state: 'failed' }).execute(),
    )
    const fresh = readSeries(
      (await other.send('/metrics', { headers: { authorization: `Bearer ${token}` } })).text,
    )
    expect(fresh.get('showfield_jobs{kind="newsletter",state="failed"}')).toBe(1)
    expect(fresh.get('showfield_unready{code="starting"}')).toBe(1)
    await other.dispose()
  })

  it('count what phones deliver', async () => {
    const before = readSeries(await read())
    await world.post({
      action: 'submit_batch',
      tenantId: world.clubs.a.id,
      entries: [{ action: 'get_tenant' }, 7],
    })
    const after = readSeries(await read())
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
    expect([
      grown('showfield_batches_total'),
      grown('showfield_batch_entries_total{outcome="refused"}'),
    ]).toEqual([1, 2])
  })

  it('are for whoever has the token', async () => {
    for (const authorization of [undefined, 'Bearer ', 'Bearer wrong', token]) {
      const headers = authorization === undefined ? {} : { authorization }
      expect((await world.send('/metrics', { headers })).status).toBe(404)
    }
  })
})

describe('/metrics without a token', () => {
  it('is open as /sandbox is: at the machine, and nowhere where ORIGIN is public', async () => {
    const local = await startWorld('embedded')
    expect((await local.send('/metrics')).status).toBe(200)
    expect((await local.send('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404)
    await local.dispose()
    const sandboxToken = 'a-token-for-the-sandbox'
    const open = await startWorld('embedded', {
      env: { ORIGIN: 'https://a.example', SANDBOX_TOKEN: sandboxToken },
    })
    expect((await open.send('/metrics')).status).toBe(404)
    expect(
      (await open.send('/metrics', { headers: { authorization: `Bearer ${sandboxToken}` } })).status,
    ).toBe(200)
    await open.dispose()
  })
})

describe('being ready', () => {
  it('ends when the disk is full, and comes back with room on it', async () => {
    const database = { engine: 'embedded', findFullDisk: () => null } as const
    const parts = {
      database: { ...database, readTablesState: () => Promise.reject(new Error()) },
      dataDir: '/',
    }
    expect(await findTrouble(parts)).toBe(null)
    expect(await findTrouble({ ...parts, findFree: async () => 1024 })).toBe('disk_full')
    expect(await findTrouble({ ...parts, findFree: async () => undefined })).toBe(null)
    const full = { ...parts.database, findFullDisk: () => performance.now() }
    expect(await findTrouble({ ...parts, database: full })).toBe('disk_full')
  })
})

describe('being ready with a database that hangs', () => {
  it('ends after a while, and one question is enough', async () => {
    let questions = 0
    const { promise, resolve } = Promise.withResolvers<never>()
    const readTablesState = () => {
      questions += 1
      return promise
    }
    const database = { engine: 'postgres', findFullDisk: () => null, readTablesState } as const
    const parts = { database, dataDir: '/', longestMs: 30 }
    expect([await findTrouble(parts), await findTrouble(parts), questions]).toEqual([
      'database_unreachable',
      'database_unreachable',
      1,
    ])
    resolve({ version: '1', newer: [], missing: [] } as never)
    await promise
    expect(await findTrouble({ ...parts, database: { ...database } })).toBe(null)
  })
})

describeOnPostgres('being ready with a database server', () => {
  it('ends when a write finds no room there, or a newer version has changed the tables', async () => {
    const database = await openTestDatabase('postgres')
    const parts = { database, dataDir: database.options.dataDir }
    expect(await findTrouble(parts)).toBe(null)
    await database.withoutClub((tx) =>
      sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '')`.execute(tx),
    )
    expect(await findTrouble(parts)).toBe('tables_newer')
    await database.withoutClub((tx) => sql`delete from kysely_migration where name like '9999%'`.execute(tx))
    const full = sql`do $$ begin raise exception 'no space left on device' using errcode = '53100'; end $$`
    await expect(database.withoutClub((tx) => full.execute(tx))).rejects.toThrow('no space')
    expect(await findTrouble(parts)).toBe('disk_full')
    await database.dispose()
  })

  it('ends while the database is away, comes back with it, and the log counts', async () => {
    const place = await createPlace('postgres')
    const address = new URL(place.options.databaseUrl ?? '')
    const real = Number(address.port)
    const port = await findFreePort()
    const sockets = new Set<Socket>()
    let isAway = false
    let attempts = 0
    const proxy = createServer((socket) => {
      attempts += 1
      if (isAway) return socket.destroy()
      const upstream = connect(real, '127.0.0.1')
      for (const each of [socket, upstream]) {
        sockets.add(each)
        each.on('error', () => undefined)
      }
      socket.pipe(upstream).pipe(socket)
    }).listen(port, '127.0.0.1')
    onTestFinished(() => void proxy.close())
    const leave = (): void => {
      isAway = true
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    }
    const lines: string[] = []
    address.port = String(port)
    const server = await startMain(
      { DATA_DIR: place.options.dataDir, DATABASE_URL: address.href },
      (line) => void lines.push(line),
    )
    onTestFinished(() => server.stop())
    const isOfJobs = (line: string) => line.includes('the jobs cannot be read')
    const isRefused = (line: string) => isOfJobs(line) && line.includes('ECONNREFUSED')
    const ask = async () => {
      const answer = await fetch(`http://127.0.0.1:${server.port}/readyz`)
      return [answer.status, await answer.json()]
    }
    expect(await ask()).toEqual([200, { ready: true }])
    leave()
    const away = [503, { ready: false, code: 'database_unreachable' }]
    await expect.poll(ask, { timeout: 15_000, interval: 300 }).toEqual(away)
    expect((await fetch(`http://127.0.0.1:${server.port}/healthz`)).status).toBe(200)
    // nobody but the server itself asks meanwhile
    const asked = attempts
    await expect.poll(() => attempts - asked, { timeout: 30_000 }).toBeGreaterThan(5)
    // and then nothing listens there at all
    proxy.close()
    await expect.poll(() => lines.some(isRefused), { timeout: 15_000 }).toBe(true)
    isAway = false
    proxy.listen(port, '127.0.0.1')
    await expect.poll(ask, { timeout: 15_000, interval: 300 }).toEqual([200, { ready: true }])
    await server.stop()
    leave()
    await place.remove()
    const faults = lines
      .filter(isOfJobs)
      .map((line) => JSON.parse(line) as { msg: string; err?: { code?: string; message: string } })
      .filter(({ msg }) => msg === 'the jobs cannot be read')
      .map(({ err }) => `${err?.code} ${err?.message}`)
    expect(faults.length).toBeGreaterThan(1)
    expect(faults).toEqual([...new Set(faults)])
    expect(lines.filter(isRefused)).toHaveLength(1)
    expect(lines.filter((line) => isRefused(line) && line.includes('stack'))).toEqual([])
  })
})

describe('a fault that repeats itself', () => {
  it('has one line, and then one that counts', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const lines: Record<string, unknown>[] = []
    const log = createLog({ write: (line) => void lines.push(JSON.parse(line)) }, createRepeats(minuteMs))
    const away = () =>
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
    for (let round = 0; round < 59; round++)
      log.error({ err: away(), reference: `r${round}` }, 'the jobs cannot be read')
    for (let round = 0; round < 3; round++) log.error({ err: new TypeError('a bug') }, 'call failed')
    for (let round = 0; round < 3; round++)
      log.warn({ kind: 'mail', job: round, reason: 'away' }, 'a job will be tried again')
    for (let round = 0; round < 2; round++) log.error({ alarm: 'x', reason: 'y' }, 'a job failed for good')
    for (let round = 0; round < 2; round++) log.info({ err: away() }, 'known')
    const texts = () => lines.map(({ msg }) => msg)
    const first = ['the jobs cannot be read', 'call failed', 'a job will be tried again']
    expect(texts()).toEqual([...first, 'a job failed for good', 'a job failed for good', 'known', 'known'])
    expect(lines[0]).toMatchObject({ err: { code: 'ECONNREFUSED' } })
    expect(lines[0]?.err).not.toHaveProperty('stack')
    expect(lines[1]?.err).toHaveProperty('stack')
    vi.advanceTimersByTime(minuteMs)
    expect(lines).toHaveLength(10)
    const counted = lines.slice(7)
    expect(counted).toMatchObject([
      {
        level: 'error',
        msg: 'the jobs cannot be read, 58 times in a minute',
        times: 58,
        err: { code: 'ECONNREFUSED' },
      },
      { level: 'error', msg: 'call failed, 2 times in a minute' },
      { level: 'warn', msg: 'a job will be tried again, 2 times in a minute', kind: 'mail' },
    ])
    expect(JSON.stringify(counted)).not.toContain('stack')
    expect(counted[0]?.references).toHaveLength(20)
    // after a quiet minute it is new again
    vi.advanceTimersByTime(minuteMs)
    log.error({ err: away() }, 'the jobs cannot be read')
    expect(lines.at(-1)?.msg).toBe('the jobs cannot be read')
  })
})
