// Statements of one transaction that are sent without waiting for each other's answers.
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../../../src/server/db/open.ts'
import { toUnqueued } from '../../../../src/server/db/scope/unqueued.ts'
import { describeOnBothEngines } from '../../../support/database/database.ts'
import { setUpDatabase } from '../../../support/database/setUp.ts'

describeOnBothEngines('statements that do not wait', (engine) => {
  const database = setUpDatabase(engine)

  beforeAll(async () => {
    await database.withoutClub(async (tx) => {
      await sql`create table step (id serial primary key, name text unique)`.execute(tx)
      await sql`grant select, insert on step to sf_app`.execute(tx)
      await sql`grant usage on sequence step_id_seq to sf_app`.execute(tx)
    })
  })

  const add = (tx: Tx, name: string) => sql`insert into step (name) values (${name})`.execute(tx)

  async function listSteps(like: string): Promise<string[]> {
    const { rows } = await database.withoutClub((tx) =>
      sql<{ name: string }>`select name from step where name like ${like} order by id`.execute(tx),
    )
    return rows.map(({ name }) => name)
  }

  const inOneGo = <T>(body: (tx: Tx) => Promise<T>): Promise<T> =>
    database.inTenant(3, async (queued) => body(await toUnqueued(queued, database)))

  it('run in the order in which they began, in the name of the club, and each gets its own answer', async () => {
    const read = (tx: Tx, value: number) =>
      sql<{ value: number; role: string; tenant: string }>`
        select ${value}::int as value, current_user as role, current_setting('app.tenant') as tenant`.execute(
        tx,
      )
    const answers = await inOneGo(async (tx) => {
      const names = Array.from({ length: 20 }, (_, index) => `order ${String(index).padStart(2, '0')}`)
      const [, ...read20] = await Promise.all([
        Promise.all(names.map((name) => add(tx, name))),
        ...names.map((_, index) => read(tx, index)),
      ])
      return read20.map(({ rows }) => rows[0])
    })
    expect(answers).toEqual(
      Array.from({ length: 20 }, (_, value) => ({ value, role: 'sf_app', tenant: '3' })),
    )
    const steps = await listSteps('order %')
    expect(steps).toHaveLength(20)
    expect(steps).toEqual(steps.toSorted())
  })

  it('store nothing when one of them fails, and its own error is the one that is told', async () => {
    const failing = inOneGo(async (tx) => {
      await Promise.all([
        add(tx, 'fail 1'),
        sql`select 1 / ${0}::int`.execute(tx),
        add(tx, 'fail 2'),
        add(tx, 'fail 3'),
      ])
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    expect(await listSteps('fail %')).toEqual([])
    // the connection serves the next
    await inOneGo((tx) => add(tx, 'later'))
    expect(await listSteps('later')).toEqual(['later'])
  })

  it('store nothing either when nobody has waited for the one that failed', async () => {
    const failing = inOneGo(async (tx) => {
      sql`select 1 / ${0}::int`.execute(tx).catch(() => undefined)
      const other = add(tx, 'unheard')
      other.catch(() => undefined)
    })
    await expect(failing).rejects.toThrow()
    expect(await listSteps('unheard')).toEqual([])
  })

  if (engine === 'postgres')
    it('are sent before the answer to the first has come', async () => {
      await inOneGo(async (tx) => {
        const second = Promise.withResolvers<void>()
        const executor = tx.getExecutor()
        // in line, the first would wait for ever
        await Promise.all([
          executor.provideConnection(() => second.promise),
          executor.provideConnection(async () => second.resolve()),
        ])
      })
    })
})
