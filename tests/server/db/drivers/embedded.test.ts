// The embedded engine in its folder: it does not lose what it acknowledged, and it needs no maintenance.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../../../src/server/db/open.ts'
import { createPlace } from '../../../support/database/database.ts'
import { setUpDatabase } from '../../../support/database/setUp.ts'
import { createNoteTable, startDatabaseProcess } from '../../../support/processes/databaseProcess.ts'
import { inTwoSizes } from '../../../support/run/longTests.ts'

async function insertNote(database: Database, writer: number, number: number): Promise<void> {
  await database.inTenant(1, (tx) => sql`insert into note values (${writer}, ${number})`.execute(tx))
}

describe('the embedded database', () => {
  const database = setUpDatabase('embedded')

  beforeAll(async () => {
    await createNoteTable(database)
  })

  it('brings each commit to the disk, exactly once', async () => {
    const before = database.countSyncs()
    for (let number = 0; number < 100; number++) await insertNote(database, 1, number)
    expect(database.countSyncs() - before).toBe(100)
  })

  it('syncs once for a transaction of many statements, and not at all for reading or rolling back', async () => {
    await insertNote(database, 2, 0)
    const before = database.countSyncs()
    for (let round = 0; round < 20; round++) {
      await database.inTenant(1, async (tx) => {
        for (let number = 0; number < 5; number++)
          await sql`insert into note values (${100 + round}, ${number})`.execute(tx)
      })
    }
    expect(database.countSyncs() - before).toBe(20)
    for (let round = 0; round < 20; round++) {
      await database.inTenant(1, (tx) => sql`select count(*) from note`.execute(tx))
      const failing = database.inTenant(1, async (tx) => {
        await sql`insert into note values (3, ${round})`.execute(tx)
        throw new Error('never mind')
      })
      await expect(failing).rejects.toThrow('never mind')
    }
    expect(database.countSyncs() - before).toBe(20)
  })

  it('keeps no answer in memory once it was given', { timeout: 60_000 }, async () => {
    const read = async (): Promise<void> => {
      await database.inTenant(1, (tx) => sql`select repeat(${'x'}, 500000) as text`.execute(tx))
    }
    // Node shows this function to programs only with this flag
    setFlagsFromString('--expose-gc')
    const collectGarbage: () => void = runInNewContext('gc')
    const heldBytes = (): number => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
    for (let round = 0; round < 20; round++) await read()
    collectGarbage()
    const before = heldBytes()
    for (let round = 0; round < 400; round++) await read()
    collectGarbage()
    expect(heldBytes() - before).toBeLessThan(100_000_000)
  })

  it('takes stock of a table that has grown, and leaves the others alone', async () => {
    const readStock = async (): Promise<{ rows: number; at: Date | null }> => {
      const { rows } = await database.withoutClub((tx) =>
        sql<{ rows: number; at: Date | null }>`
          select c.reltuples as rows, s.last_vacuum as at from pg_class c
          join pg_stat_user_tables s on s.relid = c.oid where c.relname = 'note'`.execute(tx),
      )
      if (rows[0] === undefined) throw new Error('The table is there.')
      return rows[0]
    }
    const fill = (writer: number): Promise<unknown> =>
      database.inTenant(1, (tx) =>
        sql`insert into note select ${writer}::int, n from generate_series(1, 5000) n`.execute(tx),
      )
    await fill(4)
    await database.maintain()
    const first = await readStock()
    expect(first.rows).toBeGreaterThanOrEqual(5000)
    expect(first.at).not.toBeNull()
    await insertNote(database, 2, 1)
    await database.maintain()
    expect(await readStock()).toEqual(first)
    await fill(5)
    await database.maintain()
    expect((await readStock()).rows).toBe(first.rows + 5001)
  })

  it('starts its log anew when it has grown long', async () => {
    const readLogBytes = async (): Promise<number> => {
      const { rows } = await database.withoutClub((tx) =>
        sql<{
          bytes: string
        }>`select pg_current_wal_lsn() - redo_lsn as bytes from pg_control_checkpoint()`.execute(tx),
      )
      return Number(rows[0]?.bytes)
    }
    await database.inTenant(1, (tx) =>
      sql`insert into note select 6, n from generate_series(1, 1000) n`.execute(tx),
    )
    await database.maintain()
    expect(await readLogBytes()).toBeGreaterThan(10_000)
    await database.withoutClub(async (tx) => {
      await sql`create table bulk (text text)`.execute(tx)
      await sql`insert into bulk select repeat('x', 1000) from generate_series(1, 80000)`.execute(tx)
    })
    expect(await readLogBytes()).toBeGreaterThan(64 * 2 ** 20)
    await database.maintain()
    expect(await readLogBytes()).toBeLessThan(1_000_000)
  })
})

describe('a killed process', () => {
  for (const { size: kills, isLong, tag } of inTwoSizes(2, 5))
    it(`loses nothing that it acknowledged, ${kills} times over, and opens again soon${tag}`, {
      timeout: 120_000,
    }, async () => {
      const { options, remove } = await createPlace('embedded')
      const prepared = await openDatabase(options)
      await createNoteTable(prepared)
      await prepared.close()
      let acknowledged = 0
      let fastestMs = Number.POSITIVE_INFINITY
      for (let kill = 0; kill < kills; kill++) {
        const writer = startDatabaseProcess('write', options)
        const enough = `${kill % 4} `
        await writer.findLine((line) => line.startsWith(enough) && writer.lines.length > 100 + 150 * kill)
        writer.child.kill('SIGKILL')
        await writer.gone
        const rows = writer.lines.filter((line) => /^\d+ \d+$/.test(line))
        acknowledged += rows.length
        const begin = performance.now()
        const database = await openDatabase(options)
        fastestMs = Math.min(fastestMs, performance.now() - begin)
        const stored = await database.inTenant(1, (tx) =>
          sql<{ writer: number; number: number }>`select writer, number from note`.execute(tx),
        )
        const known = new Set(stored.rows.map(({ writer: by, number }) => `${by} ${number}`))
        expect(rows.filter((row) => !known.has(row))).toEqual([])
        expect(known.size).toBeGreaterThanOrEqual(acknowledged)
        await database.close()
      }
      // the fastest, because other work only makes it slower; while other tests run, it says nothing
      if (isLong) expect(fastestMs).toBeLessThan(5000)
      await remove()
    })

  it('leaves a folder that opens by itself, wherever the first start was cut off @proof', {
    timeout: 120_000,
  }, async () => {
    const { options, remove } = await createPlace('embedded', 'empty')
    const findDrafts = (): string[] =>
      readdirSync(options.dataDir).filter((name) => name.startsWith('db.new-'))
    const moments = [
      () => findDrafts().length > 0,
      () => findDrafts().some((name) => existsSync(join(options.dataDir, name, 'PG_VERSION'))),
      () => existsSync(join(options.dataDir, 'db')),
    ]
    for (const isNow of moments) {
      const starter = startDatabaseProcess('open', options)
      while (!isNow()) await pause(2)
      starter.child.kill('SIGKILL')
      await starter.gone
    }
    const database = await openDatabase(options)
    const { rows } = await database.withoutClub((tx) => sql`select count(*) from tenant`.execute(tx))
    expect(rows).toEqual([{ count: 0 }])
    await database.close()
    const again = await openDatabase(options)
    await again.close()
    expect(readdirSync(options.dataDir).sort()).toEqual(['db', 'lock.db'])
    await remove()
  })
})

describe('a folder in trouble', () => {
  it('opens beside what a first start left that was cut off, and clears it away', async () => {
    const { options, remove } = await createPlace('embedded')
    mkdirSync(join(options.dataDir, 'db.new-left', 'base'), { recursive: true })
    writeFileSync(join(options.dataDir, 'db.new-left', 'PG_VERSION'), '17')
    const database = await openDatabase(options)
    const { rows } = await database.withoutClub((tx) => sql`select count(*) from tenant`.execute(tx))
    expect(rows).toEqual([{ count: 0 }])
    await database.close()
    expect(readdirSync(options.dataDir).sort()).toEqual(['db', 'lock.db'])
    await remove()
  })

  it('ends the server with one clear sentence when its log has no room, and opens again with room', async () => {
    const { options, remove } = await createPlace('embedded')
    const prepared = await openDatabase(options)
    await createNoteTable(prepared)
    // the migrations end near the end of the log's first file, of 16 MB: the next one has to be there before room is short
    await prepared.inTenant(1, (tx) =>
      sql`insert into note select -1, n from generate_series(-60000, -1) n`.execute(tx),
    )
    await prepared.close()
    const filler = startDatabaseProcess('fill', options, 14_000)
    await filler.gone
    expect(filler.child.signalCode).toBe('SIGKILL')
    expect(filler.readErrors()).toMatch(
      /^The embedded database had to stop, and the server with it: PANIC: {2}could not write to (log )?file .*\n$/,
    )
    const database = await openDatabase(options)
    const { rows } = await database.inTenant(1, (tx) =>
      sql<{ filled: number }>`select count(distinct writer) as filled from note where number > 0`.execute(tx),
    )
    const acknowledged = filler.lines.filter((line) => line.startsWith('filled')).length
    expect(acknowledged).toBeGreaterThan(0)
    expect(rows[0]?.filled).toBeGreaterThanOrEqual(acknowledged)
    await database.close()
    await remove()
  })

  it('says why it does not open, and gives the lock back', async () => {
    const { options, remove } = await createPlace('embedded')
    const versionFile = join(options.dataDir, 'db', 'PG_VERSION')
    const version = readFileSync(versionFile)
    writeFileSync(versionFile, '11\n')
    await expect(openDatabase(options)).rejects.toThrow(
      /^The embedded database in .* does not open\. FATAL: {2}database files are incompatible with server$/,
    )
    writeFileSync(versionFile, version)
    const database = await openDatabase(options)
    await database.close()
    await remove()
  })
})
