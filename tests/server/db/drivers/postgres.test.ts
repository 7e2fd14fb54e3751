// What only a PostgreSQL server has: several connections, several processes, and logins with too many rights.
import { sql } from 'kysely'
import { Client } from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../../../../src/server/db/open.ts'
import { createPlace, openTestDatabase, type TestDatabase } from '../../../support/database/database.ts'
import { runAs } from '../../../support/database/postgres.ts'
import { startDatabaseProcess } from '../../../support/processes/databaseProcess.ts'
import { inTwoSizes } from '../../../support/run/longTests.ts'

const offer = inject('postgres')
const suffix = 'reason' in offer ? ` (skipped: ${offer.reason})` : ''

function superuserUrlOf({ databaseUrl }: TestDatabase['options']): string {
  if ('reason' in offer || databaseUrl === undefined) throw new Error('There is no server.')
  return offer.superuserUrl.replace(/\/postgres$/, new URL(databaseUrl).pathname)
}

async function identify(database: Database): Promise<unknown> {
  const { rows } = await database.withoutClub((tx) =>
    sql`select current_user as role, (select rolsuper from pg_roles where rolname = current_user) as superuser`.execute(
      tx,
    ),
  )
  return rows[0]
}

describe.skipIf('reason' in offer)(`a PostgreSQL server${suffix}`, () => {
  for (const { size: count, tag } of inTwoSizes(2, 4))
    it(`is migrated once by ${count} processes that start together on an empty database${tag}`, {
      timeout: 60_000,
    }, async () => {
      const { options, remove } = await createPlace('postgres', 'empty')
      const starters = Array.from({ length: count }, () => startDatabaseProcess('open', options))
      await Promise.all(starters.map(({ gone }) => gone))
      expect(starters.map(({ lines }) => lines)).toEqual(Array(count).fill(['open']))
      const database = await openDatabase(options)
      const { rows } = await database.withoutClub((tx) =>
        sql`select count(distinct name) = count(*) as once, count(*) > 0 as any from kysely_migration`.execute(
          tx,
        ),
      )
      expect(rows).toEqual([{ once: true, any: true }])
      await database.close()
      await remove()
    })

  it('repeats a transaction that lost a real deadlock, until both are done', async () => {
    const database = await openTestDatabase('postgres')
    await database.withoutClub(async (tx) => {
      await sql`create table pair (name text primary key, value int not null)`.execute(tx)
      await sql`insert into pair values ('a', 0), ('b', 0)`.execute(tx)
      await sql`grant select, update on pair to sf_app`.execute(tx)
    })
    const both = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
    let attempts = 0
    const addInOrder = (first: string, second: string, own: 0 | 1): Promise<void> =>
      database.inTenant(1, async (tx) => {
        attempts++
        await sql`update pair set value = value + 1 where name = ${first}`.execute(tx)
        both[own].resolve()
        await both[own === 0 ? 1 : 0].promise
        await sql`update pair set value = value + 1 where name = ${second}`.execute(tx)
      })
    await Promise.all([addInOrder('a', 'b', 0), addInOrder('b', 'a', 1)])
    expect(attempts).toBeGreaterThan(2)
    const { rows } = await database.inTenant(1, (tx) => sql`select * from pair order by name`.execute(tx))
    expect(rows).toEqual([
      { name: 'a', value: 2 },
      { name: 'b', value: 2 },
    ])
    await database.dispose()
  })

  it('may drop connections, idle or in use, and the next call gets a new one', async () => {
    const database = await openTestDatabase('postgres')
    const admin = new Client({ connectionString: superuserUrlOf(database.options) })
    await admin.connect()
    const dropAll = (): Promise<unknown> =>
      admin.query(
        'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
    const read = (): Promise<unknown> =>
      database.inTenant(1, async (tx) => (await sql`select ${1}::int as one`.execute(tx)).rows)
    await Promise.all(Array.from({ length: 5 }, read))
    const cut = database.inTenant(1, async (tx) => {
      await sql`select 1`.execute(tx)
      await dropAll()
      await sql`select 1`.execute(tx)
    })
    await expect(cut).rejects.toThrow(/terminat|ended|not queryable/i)
    expect(await Promise.all(Array.from({ length: 20 }, read))).toHaveLength(20)
    await admin.end()
    await database.dispose()
  })

  it('is not worked on as a superuser, even when the login is one', async () => {
    const { options, remove } = await createPlace('postgres', 'empty')
    const databaseUrl = superuserUrlOf(options)
    const database = await openDatabase({ ...options, databaseUrl })
    expect(await identify(database)).toEqual({ role: 'sf_owner', superuser: false })
    await database.withoutClub((tx) => sql`insert into tenant (id, slug) values (1, 'one')`.execute(tx))
    await database.inTenant(1, (tx) =>
      sql`insert into make (tenant_id, label) values (1, 'Ford')`.execute(tx),
    )
    const { rows } = await database.withoutClub((tx) => sql`select count(*) from make`.execute(tx))
    expect(rows).toEqual([{ count: 0 }])
    await database.close()
    const again = await openDatabase({ ...options, databaseUrl })
    expect(await identify(again)).toEqual({ role: 'sf_owner', superuser: false })
    await again.close()
    await remove()
  })

  it('is refused with a clear sentence when its login passes by row-level security', async () => {
    const { options, remove } = await createPlace('postgres', 'empty')
    const superuserUrl = superuserUrlOf(options)
    await runAs(superuserUrl, 'create role too_free login bypassrls')
    const databaseUrl = superuserUrl.replace('//postgres@', '//too_free@')
    await expect(openDatabase({ ...options, databaseUrl })).rejects.toThrow(
      'The role too_free of DATABASE_URL has bypassrls. Remove that right, because it would mix the data of clubs.',
    )
    await runAs(superuserUrl, 'drop role too_free')
    await remove()
  })

  it('may be opened without a migration', async () => {
    const { options, remove } = await createPlace('postgres', 'empty')
    const database = await openDatabase({ ...options, migrate: false })
    const { rows } = await database.withoutClub((tx) =>
      sql`select to_regclass('tenant')::text as name`.execute(tx),
    )
    expect(rows).toEqual([{ name: null }])
    await database.close()
    await remove()
  })
})
