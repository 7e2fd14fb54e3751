// A database server that does not answer any more, and says nothing of it: nobody waits for it for ever.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../../src/server/db/open.ts'
import {
  databaseConnections,
  longestCloseMs,
  longestDatabaseCloseMs,
  longestGoodbyeMs,
  longestStopMs,
} from '../../../../src/server/limits/machine.ts'
import { createPlace, describeOnPostgres } from '../../../support/database/database.ts'
import { openSwallowingLine, type SwallowingLine } from '../../../support/database/swallowingLine.ts'
import { type MainProcess, startMain } from '../../../support/processes/mainProcess.ts'

describeOnPostgres('a database server that falls silent', () => {
  let place: Awaited<ReturnType<typeof createPlace>>
  const lines: SwallowingLine[] = []
  const processes: MainProcess[] = []
  beforeAll(async () => {
    place = await createPlace('postgres')
  })
  afterAll(async () => {
    for (const each of processes) await each.stop()
    for (const line of lines) await line.close()
    await place.remove()
  })

  async function openLine(): Promise<{ databaseUrl: string; line: SwallowingLine }> {
    const url = new URL(place.options.databaseUrl ?? '')
    const line = await openSwallowingLine(Number(url.port))
    lines.push(line)
    url.port = String(line.port)
    return { databaseUrl: url.href, line }
  }
  async function open(): Promise<{ database: Database; line: SwallowingLine }> {
    const { databaseUrl, line } = await openLine()
    return { database: await openDatabase({ ...place.options, databaseUrl, migrate: false }), line }
  }
  const ask = (database: Database) => database.withoutClub((tx) => sql`select 1`.execute(tx))
  async function timeClose(database: Database): Promise<number> {
    const startedAt = performance.now()
    await database.close()
    return performance.now() - startedAt
  }

  it('keeps nobody waiting who closes it, with a transaction open or without', async () => {
    const [idle, busy] = await Promise.all([open(), open()])
    await Promise.all([idle, busy].map(({ database }) => ask(database)))
    idle.line.swallow()
    busy.line.swallow()
    const refused = expect(ask(busy.database)).rejects.toMatchObject({ code: 'ECONNRESET' })
    const [idleMs, busyMs] = await Promise.all([timeClose(idle.database), timeClose(busy.database)])
    await refused
    // a busy machine may take a while for what it does
    expect(idleMs).toBeLessThan(longestGoodbyeMs + 3000)
    expect(busyMs).toBeLessThan(longestDatabaseCloseMs + longestGoodbyeMs + 3000)
  })

  it('costs no connection for good when it does so while one is made', async () => {
    const { database, line } = await open()
    line.swallow('set timezone')
    const asked = Array.from({ length: databaseConnections }, () => ask(database))
    const refused = Promise.allSettled(asked)
    await expect.poll(() => line.countSwallowed()).toBe(databaseConnections)
    line.mend()
    const outcomes = await refused
    expect(outcomes.map(({ status }) => status)).toEqual(asked.map(() => 'rejected'))
    await Promise.all(asked.map(() => ask(database)))
    expect(await timeClose(database)).toBeLessThan(longestGoodbyeMs)
  })

  it('keeps no server from ending when it is told to, with calls waiting for an answer', async () => {
    const { databaseUrl, line } = await openLine()
    const server = await startMain({ DATABASE_URL: databaseUrl, DATA_DIR: place.options.dataDir })
    processes.push(server)
    line.swallow()
    const call = fetch(`http://127.0.0.1:${server.port}/dart/core`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ action: 'get_tenant', tenantId: 1 }),
    }).then(
      ({ status }) => status,
      () => 'cut',
    )
    await expect.poll(() => line.countSwallowed()).toBeGreaterThan(0)
    const startedAt = performance.now()
    await server.stop()
    expect(performance.now() - startedAt).toBeLessThan(longestStopMs + longestCloseMs + 3000)
    expect(['cut', 503]).toContain(await call)
  })
})
