// The database's machine dies: the standby that is promoted has all that was answered, and takes the next write.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listDatabaseUrls } from '../../../../src/server/db/drivers/databaseUrls.ts'
import { findPrimary, NoPrimary } from '../../../../src/server/db/drivers/primary.ts'
import { type Database, openDatabase } from '../../../../src/server/db/open.ts'
import { runAs } from '../../../support/database/postgres.ts'
import { type ServerPair, startServerPair } from '../../../support/database/standby.ts'
import { makeTestFolder } from '../../../support/database/testFolder.ts'

it('an address with several hosts is one for each', () => {
  expect(listDatabaseUrls('postgres://sf:p%40w@db1:5432,db2/show?sslmode=require')).toEqual([
    'postgres://sf:p%40w@db1:5432/show?sslmode=require',
    'postgres://sf:p%40w@db2/show?sslmode=require',
  ])
  expect(listDatabaseUrls('postgres://sf:pw@[::1]:5432/show')).toEqual(['postgres://sf:pw@[::1]:5432/show'])
  expect(listDatabaseUrls('postgres://localhost')).toEqual(['postgres://localhost'])
})

describe('two database servers', () => {
  let pair: ServerPair
  let url = ''
  let database: Database
  beforeAll(async () => {
    pair = await startServerPair()
    url = await pair.createDatabase('show')
    database = await openDatabase({ databaseUrl: url, dataDir: makeTestFolder() })
    await database.withoutClub((tx) => sql`create table answered (id int primary key, tries int)`.execute(tx))
  })
  afterAll(async () => {
    await database?.close()
    await pair?.stop()
  })

  it('the one that takes writes is found, whatever its place', async () => {
    const [first = '', second = ''] = listDatabaseUrls(url)
    const [one, two] = [first, second].map((each) => new URL(each).port)
    const turned = url.replace(`${one},127.0.0.1:${two}`, `${two},127.0.0.1:${one}`)
    for (const each of [url, turned]) expect(await findPrimary(each)).toEqual({ url: first, timeline: 1 })
    await expect(findPrimary(url.replace(`:${one},`, `:${two},`))).rejects.toThrow(NoPrimary)
  })

  it('nothing that was answered is lost when the first one dies, and the next write goes to the other', async () => {
    const answered: number[] = []
    const codes = new Set<string>()
    let promotedAt = Number.POSITIVE_INFINITY
    let firstAfter = Number.POSITIVE_INFINITY
    let next = 0
    let isOver = false
    const write = async (): Promise<void> => {
      while (!isOver) {
        const id = next++
        for (let isDone = false; !isDone && !isOver; ) {
          try {
            await database.withoutClub((tx) =>
              sql`insert into answered values (${id}, 1) on conflict (id) do update set tries = answered.tries + 1`.execute(
                tx,
              ),
            )
            answered.push(id)
            isDone = true
            if (promotedAt < performance.now()) firstAfter = Math.min(firstAfter, performance.now())
          } catch (error) {
            codes.add(String((error as { code?: unknown }).code ?? error))
            await pause(20)
          }
        }
      }
    }
    const writers = Array.from({ length: 8 }, write)
    await expect.poll(() => answered.length).toBeGreaterThan(100)
    pair.freezePrimary()
    await pair.promote()
    promotedAt = performance.now()
    const before = answered.length
    await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(before + 100)
    isOver = true
    await Promise.all(writers)
    const { rows } = await database.withoutClub((tx) =>
      sql<{ id: number }>`select id from answered`.execute(tx),
    )
    const there = new Set(rows.map(({ id }) => id))
    expect(answered.filter((id) => !there.has(id))).toEqual([])
    expect(firstAfter - promotedAt).toBeLessThan(5000)
    // what callers are told to try again, and nothing else
    expect(
      [...codes].filter((code) => !['ECONNRESET', 'ECONNREFUSED', '57P01', '57P03'].includes(code)),
    ).toEqual([])
  })

  it('one that comes back beside the one that was promoted is not taken for it, from the first moment on', async () => {
    pair.thawPrimary()
    const [first = '', second = ''] = listDatabaseUrls(url)
    await runAs(first, 'select 1')
    expect(await findPrimary(url)).toEqual({ url: second, timeline: 2 })
  })
})
