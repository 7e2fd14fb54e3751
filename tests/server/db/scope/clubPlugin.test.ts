// A transaction knows its club: its queries name no club and reach only their own, by the conditions alone.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../../../src/server/db/open.ts'
import { clubTables } from '../../../../src/server/db/schema.gen.ts'
import { ofClub } from '../../../../src/server/db/scope/clubPlugin.ts'
import { findClubFaults } from '../../../support/database/clubStatements.ts'
import {
  describeOnEachEngine,
  openTestDatabase,
  type TestDatabase,
} from '../../../support/database/database.ts'
import { findTenantTables } from '../../../support/database/filledTables.ts'
import { chooseFor } from '../../../support/run/clubsChoice.ts'

const topicOf = (id: number) => ({ ref: `t-${id}`, topic: `Topic ${id}`, topic_folded: `topic ${id}` })

describeOnEachEngine('a transaction in a club’s name, where row-level security is off', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase(engine, 'conditions')
    for (const id of [1, 2]) {
      await database.withoutClub((tx) =>
        tx
          .insertInto('tenant')
          .values({ slug: `club-${id}` })
          .execute(),
      )
      await database.inTenant(id, async (tx) => {
        await tx.insertInto('topic').values(topicOf(id)).execute()
        const { id: eventId } = await tx
          .insertInto('event')
          .values({ name: `Show ${id}`, start_on: '2026-06-12', end_on: '2026-06-12' })
          .returning('id')
          .executeTakeFirstOrThrow()
        await tx.insertInto('judge').values({ event_id: eventId, code: 'J1', name: '', phone: '' }).execute()
      })
    }
  })
  afterAll(() => database.dispose())

  const inBoth = async <T>(body: (tx: Tx) => Promise<T>): Promise<T[]> => [
    await database.inTenant(1, body),
    await database.inTenant(2, body),
  ]

  it('inserts rows of its club', async () => {
    const { rows } = await database.inTenant(1, (tx) =>
      sql`select tenant_id, ref from topic order by ref`.execute(tx.withoutPlugins()),
    )
    expect(rows).toEqual([
      { tenant_id: 1, ref: 't-1' },
      { tenant_id: 2, ref: 't-2' },
    ])
  })

  it.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['a query', (tx) => tx.selectFrom('topic').select('ref').execute()],
    ['one with another name', (tx) => tx.selectFrom('topic as t').select('t.ref').execute()],
    [
      'one whose own condition holds an or',
      (tx) => tx.selectFrom('topic').where(sql<boolean>`false or true`).select('ref').execute(),
    ],
    [
      'a subquery',
      (tx) =>
        tx
          .selectFrom((eb) => eb.selectFrom('topic').select('ref').as('own'))
          .select('own.ref')
          .execute(),
    ],
    [
      'an expression of a with',
      (tx) =>
        tx
          .with('own', (db) => db.selectFrom('topic').select('ref'))
          .selectFrom('own')
          .select('ref')
          .execute(),
    ],
    ['raw SQL', async (tx) => (await sql`select ref from ${ofClub('topic')}`.execute(tx)).rows],
  ])('%s reads only its club', async (_what, read) => {
    expect(await inBoth(read)).toEqual([[{ ref: 't-1' }], [{ ref: 't-2' }]])
  })

  it('joins rows of its club, and an outer join keeps the rows without a partner', async () => {
    const inner = await inBoth((tx) =>
      tx
        .selectFrom('event')
        .innerJoin('judge', (join) => join.onTrue())
        .select(['event.name', 'judge.tenant_id'])
        .execute(),
    )
    expect(inner).toEqual([[{ name: 'Show 1', tenant_id: 1 }], [{ name: 'Show 2', tenant_id: 2 }]])
    const outer = await inBoth((tx) =>
      tx
        .selectFrom('event')
        .leftJoin('judge', (join) => join.on('judge.code', '=', 'nobody'))
        .select(['event.name', 'judge.code'])
        .execute(),
    )
    expect(outer).toEqual([[{ name: 'Show 1', code: null }], [{ name: 'Show 2', code: null }]])
    const raw = await inBoth(async (tx) => {
      const { rows } = await sql`
        select event.name, judge.tenant_id from ${ofClub('event')} left join ${ofClub('judge')} on true`.execute(
        tx,
      )
      return rows
    })
    expect(raw).toEqual(inner)
  })

  it('changes and deletes only in its club, with the rows of its club', async () => {
    const names = await inBoth((tx) =>
      tx
        .updateTable('topic as t')
        .from('event')
        .set({ topic: sql<string>`event.name` })
        .returning('topic')
        .execute(),
    )
    expect(names).toEqual([[{ topic: 'Show 1' }], [{ topic: 'Show 2' }]])
    const gone = await database.inTenant(2, (tx) =>
      tx.deleteFrom('topic as t').using('judge').returning(['t.ref', 'judge.tenant_id']).execute(),
    )
    expect(gone).toEqual([{ ref: 't-2', tenant_id: 2 }])
    await database.inTenant(2, (tx) => tx.insertInto('topic').values(topicOf(2)).execute())
  })

  it('refuses what cannot be held to one club', async () => {
    await database.inTenant(1, async (tx) => {
      expect(() => sql`select ref from ${sql.table('topic')}`.compile(tx)).toThrow('use ofClub')
      expect(() => tx.selectFrom('event').rightJoin('judge', 'judge.event_id', 'event.id').compile()).toThrow(
        'write a left join',
      )
      expect(() =>
        tx
          .with('topic', (db) => db.selectFrom('event').select('name'))
          .selectFrom('topic')
          .select('name')
          .compile(),
      ).toThrow('name the expression otherwise')
    })
    await database.withoutClub(async (tx) => {
      expect(() => tx.selectFrom('topic').select('ref').compile()).toThrow('use inTenant')
      expect(() => sql`select ref from ${ofClub('topic')}`.compile(tx)).toThrow('use inTenant')
      expect(() => tx.selectFrom('job').select('id').compile()).not.toThrow()
    })
  })

  it('reads across clubs what is listed for it, column by column, and nothing else', async () => {
    await database.acrossClubs(async (tx) => {
      const read = await tx.selectFrom('club').select(['tenant_id', 'time_zone']).execute()
      expect(read).toEqual([])
      expect(() => tx.selectFrom('topic').select('tenant_id').compile()).toThrow('"topic" is not read')
      expect(() => tx.selectFrom('club').select('name').compile()).toThrow('"name" is not read')
      expect(() => tx.selectFrom('club').selectAll().compile()).toThrow('one by one')
      expect(() => sql`select 1 from ${ofClub('club')}`.compile(tx)).toThrow('one by one')
      expect(() => sql`select 1 from ${sql.table('club')}`.compile(tx)).toThrow('across them')
    })
  })

  it('knows every table of clubs', async () => {
    const tables = (await findTenantTables(database)).map(({ name }) => name)
    expect(tables.toSorted()).toEqual([...clubTables].toSorted())
  })
})

describe('a statement without the condition', () => {
  it.each([
    ['select "id" from "ride"', 'ride'],
    ['select "r"."id" from "ride" as "r" where "ride"."tenant_id" = $1', 'r'],
    ['select 1 from "ride", "post" where "ride"."tenant_id" = $1', 'post'],
    ['select 1 from "tenant" left join "ride" as "r" on "r"."id" = $1', 'r'],
    ['update "ride" set "year" = $1 from "post" where "ride"."tenant_id" = $2', 'post'],
    ['delete from "ride" using "post" where "post"."tenant_id" = $1', 'ride'],
    ['select 1 from (select * from "ride") as "ride" where exists (select 1)', 'ride'],
    ['with due as (select id from "ride") select * from due', 'ride'],
    ['select id from ride where tenant_id = $1', 'ride'],
    ['insert into ride (id) values ($1)', 'ride'],
  ])('is found: %s', (text, name) => {
    expect(findClubFaults(text, true).join()).toContain(name)
  })

  it.each([
    'select "id" from "ride" where "ride"."tenant_id" = $1',
    'insert into "ride" ("id") select 1 from "tenant" on conflict do update set "id" = 1',
    'select r.id from (select * from "ride" where "ride"."tenant_id" = $1) as "r" for update',
    'select extract(epoch from ride.created_at), a is distinct from "ride", \'from ride\' from "tenant"',
    'select 1 from json_to_recordset($1) as ride (id int), unnest($2)',
  ])('is not seen in: %s', (text) => {
    expect(findClubFaults(text, true)).toEqual([])
  })

  it('is found for each table where there is no club, apart from jobs', () => {
    expect(findClubFaults('select 1 from "ride" where "ride"."tenant_id" = $1', false)).toEqual([
      'ride without a club',
    ])
    expect(findClubFaults('update job set a = 1 from due', false)).toEqual([])
  })
})

it('chooses about half of the files for each way, and others with the next commit', () => {
  const files = Array.from({ length: 200 }, (_, at) => `tests/server/${at}.test.ts`)
  const chosen = (seed: string) => files.map((path) => chooseFor(path, { choice: 'chance', seed }))
  const half = chosen('a').filter((by) => by === 'security').length
  expect(half).toBeGreaterThan(70)
  expect(half).toBeLessThan(130)
  expect(chosen('a')).toEqual(chosen('a'))
  expect(chosen('a')).not.toEqual(chosen('b'))
  expect(chooseFor('any', { choice: 'security', seed: 'a' })).toBe('security')
})
