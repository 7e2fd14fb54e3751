// What a transaction guarantees, on both engines.
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../../src/server/db/open.ts'
import { describeOnBothEngines, openTestDatabase } from '../../support/database/database.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'

class Thrown extends Error {}

async function readIdentity(tx: Tx): Promise<{ role: string; tenant: string | null }> {
  const { rows } = await sql<{ role: string; tenant: string | null }>`
    select current_user as role, nullif(current_setting('app.tenant', true), '') as tenant`.execute(tx)
  if (rows[0] === undefined) throw new Error('One row was expected.')
  return rows[0]
}

async function readCount(tx: Tx): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from tally where name = ${'rows'}`.execute(tx)
  return rows[0]?.value ?? -1
}

describeOnBothEngines('a transaction', (engine) => {
  const database = setUpDatabase(engine)

  beforeAll(async () => {
    await database.withoutClub(async (tx) => {
      await sql`create table tally (name text primary key, value int not null)`.execute(tx)
      await sql`insert into tally values ('rows', 0), ('a', 0), ('b', 0)`.execute(tx)
      await sql`grant select, insert, update on tally to sf_app`.execute(tx)
    })
  })

  it('has the role and the club of its call', async () => {
    expect(await database.inTenant(3, readIdentity)).toEqual({ role: 'sf_app', tenant: '3' })
    expect(await database.inTenant(2147483647, readIdentity)).toEqual({
      role: 'sf_app',
      tenant: '2147483647',
    })
  })

  it('leaves neither role nor club behind after a commit', async () => {
    for (let round = 0; round < 20; round++) await database.inTenant(round + 1, readIdentity)
    const { role, tenant } = await database.withoutClub(readIdentity)
    expect(role).toBe(engine === 'embedded' ? 'sf_owner' : 'showfield')
    expect(tenant).toBeNull()
  })

  it('leaves neither role nor club behind after a rollback', async () => {
    for (let round = 0; round < 20; round++) {
      const failing = database.inTenant(round + 1, async (tx) => {
        await readIdentity(tx)
        throw new Thrown()
      })
      await expect(failing).rejects.toThrow(Thrown)
    }
    const { role, tenant } = await database.withoutClub(readIdentity)
    expect(role).toBe(engine === 'embedded' ? 'sf_owner' : 'showfield')
    expect(tenant).toBeNull()
  })

  it('keeps its club while others run beside it', async () => {
    const seen = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const { tenant } = await database.inTenant(index + 1, async (tx) => {
          await readIdentity(tx)
          return readIdentity(tx)
        })
        return tenant === String(index + 1)
      }),
    )
    expect(seen.every(Boolean)).toBe(true)
  })

  it('refuses a club that is no number', async () => {
    for (const id of [0, -1, 1.5, Number.NaN, 2 ** 31, "1'; drop table tally; --" as never]) {
      await expect(database.inTenant(id, readIdentity)).rejects.toThrow(/is not the number of a club/)
    }
    expect(await database.inTenant(1, readIdentity)).toEqual({ role: 'sf_app', tenant: '1' })
  })

  it('refuses a second transaction inside it, instead of waiting for ever', async () => {
    const nested = database.inTenant(1, () => database.inTenant(1, readIdentity))
    await expect(nested).rejects.toThrow(/A transaction is already open here/)
    const owner = database.withoutClub(() => database.inTenant(1, readIdentity))
    await expect(owner).rejects.toThrow(/A transaction is already open here/)
  })

  it('lets work that it started open its own once it is over', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let later: Promise<unknown> = Promise.resolve()
    await database.inTenant(1, async () => {
      later = promise.then(() => database.inTenant(2, readIdentity))
    })
    resolve()
    expect(await later).toEqual({ role: 'sf_app', tenant: '2' })
  })

  it('rolls everything back when the body throws', async () => {
    const failing = database.inTenant(1, async (tx) => {
      await sql`update tally set value = value + 1 where name = 'a'`.execute(tx)
      throw new Thrown()
    })
    await expect(failing).rejects.toThrow(Thrown)
    const { rows } = await database.inTenant(1, (tx) =>
      sql`select value from tally where name = 'a'`.execute(tx),
    )
    expect(rows).toEqual([{ value: 0 }])
  })

  it('does not pretend to commit after a swallowed error', async () => {
    const swallowing = database.inTenant(1, async (tx) => {
      await sql`update tally set value = 100 where name = 'b'`.execute(tx)
      await sql`select 1 / ${0}::int`.execute(tx).catch(() => undefined)
      return 'fine'
    })
    await expect(swallowing).rejects.toThrow(/rolled back instead of committed/)
    const { rows } = await database.inTenant(1, (tx) =>
      sql`select value from tally where name = 'b'`.execute(tx),
    )
    expect(rows).toEqual([{ value: 0 }])
  })

  it('leaks no error into the next, whatever goes wrong in a crowd', { timeout: 60_000 }, async () => {
    const faults: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => sql`selec nonsense`.execute(tx),
      (tx) => sql`select nothing from nowhere where id = ${1}`.execute(tx),
      (tx) => sql`select 1 / ${0}::int`.execute(tx),
      (tx) => sql`select ${'no number'}::int`.execute(tx),
      (tx) => sql`insert into tally values (${'a'}, 1)`.execute(tx),
      (tx) => sql`insert into tally values (${'c'}, null)`.execute(tx),
      (tx) => sql`truncate tally`.execute(tx),
      async () => {
        throw new Thrown()
      },
    ]
    const expected = ['42601', '42P01', '22012', '22P02', '23505', '23502', '42501', undefined]
    const rounds = 480
    let good = 0
    const codes: (string | undefined)[] = []
    const runOne = async (index: number): Promise<void> => {
      const fault = index % 3 === 0 ? faults[(index / 3) % faults.length] : undefined
      try {
        await database.inTenant((index % 5) + 1, async (tx) => {
          await sql`update tally set value = value + ${1} where name = ${'rows'}`.execute(tx)
          await fault?.(tx)
        })
        good++
      } catch (error) {
        const code = error instanceof DatabaseError ? error.code : undefined
        if (fault === undefined) throw error
        codes[index] = code
        expect(code).toBe(expected[(index / 3) % faults.length])
      }
    }
    await Promise.all(Array.from({ length: rounds }, (_, index) => runOne(index)))
    expect(good).toBe((rounds * 2) / 3)
    expect(await database.inTenant(1, readCount)).toBe(good)
  })

  it('tells the code and the constraint of a refused row, the same on each engine', async () => {
    const refused = database.inTenant(1, (tx) => sql`insert into tally values (${'a'}, ${1})`.execute(tx))
    const error = await refused.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(DatabaseError)
    expect(error).toMatchObject({
      code: '23505',
      constraint: 'tally_pkey',
      table: 'tally',
      severity: 'ERROR',
    })
  })

  it('runs again from the start when the database ends it for the sake of another', async () => {
    for (const code of ['40001', '40P01']) {
      let attempts = 0
      const result = await database.inTenant(1, async (tx) => {
        attempts++
        if (attempts < 3)
          await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(tx)
        return readIdentity(tx)
      })
      expect(result.tenant).toBe('1')
      expect(attempts).toBe(3)
    }
  })

  it('gives up after five times, and repeats no other failure', async () => {
    let attempts = 0
    const hopeless = database.withoutClub(async (tx) => {
      attempts++
      await sql`do $$ begin raise exception using errcode = '40P01'; end $$`.execute(tx)
    })
    await expect(hopeless).rejects.toMatchObject({ code: '40P01' })
    expect(attempts).toBe(5)
    attempts = 0
    const broken = database.inTenant(1, async (tx) => {
      attempts++
      await sql`select 1 / ${0}::int`.execute(tx)
    })
    await expect(broken).rejects.toMatchObject({ code: '22012' })
    expect(attempts).toBe(1)
  })

  it('gives the same values for the same types', async () => {
    const at = new Date('2026-05-09T13:45:30.123Z')
    const { rows } = await database.inTenant(1, (tx) =>
      sql`select
        ${1}::int as int4, ${'9007199254740991'}::int8 as int8, count(*) as counted, ${'12.50'}::numeric as number,
        ${0.1}::float8 as float8, ${true}::boolean as yes, ${null}::text as nothing, ${''}::text as empty,
        ${'Zoë "quoted" \\ {x} 🚗'}::text as words, ${at}::timestamptz as at, ${'2026-05-09'}::date as day,
        ${JSON.stringify({ b: [1, null], a: 'ö' })}::jsonb as doc, ${'{"b": 1, "a": 2}'}::json as plain,
        ${Buffer.from([0, 1, 255])}::bytea as bytes, ${new Uint8Array([7, 0])}::bytea as more,
        ${['a', 'b,"\\', '', null, '{}']}::text[] as texts, ${[1, 2]}::int[] as ints, ${[[1], [2]]}::int[][] as nested,
        ${[3]}::int8[] as longs, ${['2026-05-09']}::date[] as days, ${[Buffer.from([9])]}::bytea[] as blobs,
        '3b241101-e2bb-4255-8caf-4136c566a962'::uuid as uuid
        from tally where name = any(${['a', 'b']})`.execute(tx),
    )
    expect(rows).toEqual([
      {
        int4: 1,
        int8: 9007199254740991,
        counted: 2,
        number: '12.50',
        float8: 0.1,
        yes: true,
        nothing: null,
        empty: '',
        words: 'Zoë "quoted" \\ {x} 🚗',
        at,
        day: '2026-05-09',
        doc: { a: 'ö', b: [1, null] },
        plain: { b: 1, a: 2 },
        bytes: Buffer.from([0, 1, 255]),
        more: Buffer.from([7, 0]),
        texts: ['a', 'b,"\\', '', null, '{}'],
        ints: [1, 2],
        nested: [[1], [2]],
        longs: [3],
        days: ['2026-05-09'],
        blobs: [Buffer.from([9])],
        uuid: '3b241101-e2bb-4255-8caf-4136c566a962',
      },
    ])
  })

  it('takes the same statement with other values, and results larger than any buffer', async () => {
    for (const length of [1, 100_000, 3_000_000]) {
      const { rows } = await database.inTenant(1, (tx) =>
        sql<{ text: string }>`select repeat(${'ö'}, ${length}::int) as text`.execute(tx),
      )
      expect(rows[0]?.text.length).toBe(length)
      const echo = await database.inTenant(1, (tx) =>
        sql<{ length: number }>`select length(${'x'.repeat(length)}) as length`.execute(tx),
      )
      expect(echo.rows[0]?.length).toBe(length)
    }
  })

  it('tells how many rows a statement changed', async () => {
    const counts = await database.inTenant(1, async (tx) => {
      const inserted = await sql`insert into tally values ('x', 1), ('y', 2)`.execute(tx)
      const updated = await sql`update tally set value = ${5} where name in ('x', 'y')`.execute(tx)
      const none = await sql`update tally set value = ${5} where name = 'unknown'`.execute(tx)
      return [inserted, updated, none].map((result) => result.numAffectedRows)
    })
    expect(counts).toEqual([2n, 2n, 0n])
  })

  it('still reads a table whose columns changed under a prepared statement', async () => {
    const read = (tx: Tx): Promise<unknown[]> =>
      sql`select * from tally where name = ${'a'}`.execute(tx).then(({ rows }) => rows)
    await database.inTenant(1, read)
    await database.withoutClub((tx) => sql`alter table tally add column extra int`.execute(tx))
    expect(await database.inTenant(1, read)).toEqual([{ name: 'a', value: 0, extra: null }])
    await database.withoutClub((tx) => sql`alter table tally drop column extra`.execute(tx))
    expect(await database.inTenant(1, read)).toEqual([{ name: 'a', value: 0 }])
  })
})

describeOnBothEngines('closing', (engine) => {
  it('waits for the open transaction and refuses later ones', async () => {
    const database = await openTestDatabase(engine)
    const { promise, resolve } = Promise.withResolvers<void>()
    const running = database.inTenant(1, async (tx) => {
      await promise
      return readIdentity(tx)
    })
    const closing = database.close()
    await expect(database.inTenant(1, readIdentity)).rejects.toThrow('The database is closed.')
    resolve()
    expect(await running).toEqual({ role: 'sf_app', tenant: '1' })
    await closing
    await database.dispose()
  })
})
