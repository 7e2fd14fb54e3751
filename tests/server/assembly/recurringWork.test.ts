// What recurs although nobody calls costs the same with few clubs and with many, as long as nothing is due.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs } from '../../../src/domain/time.ts'
import { createEngineFigures } from '../../../src/server/assembly/engineFigures.ts'
import { createRecurring } from '../../../src/server/assembly/jobs.ts'
import type { Database, Tx } from '../../../src/server/db/open.ts'
import { sweep } from '../../../src/server/order/sweeper.ts'
import type { Log } from '../../../src/server/process/log.ts'
import type { Services } from '../../../src/server/process/services.ts'
import { removeRefusedPictures } from '../../../src/server/storage/unusedPictures.ts'
import { describeOnEachEngine, openTestDatabase, type TestDatabase } from '../../support/database/database.ts'
import { countStatements } from '../../support/database/statements.ts'

describeOnEachEngine('recurring work', (engine) => {
  let database: TestDatabase
  let statements = 0
  let now = Date.parse('2026-06-12T17:30:00Z')
  beforeAll(async () => {
    database = await openTestDatabase(engine, 'both')
  })
  afterAll(() => database.dispose())

  const count =
    <T>(body: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      const counting = countStatements(tx)
      // its begin
      statements += 1
      const result = await body(counting.tx)
      statements += counting.read()
      return result
    }

  async function measure(): Promise<Record<string, number>> {
    const counted: Database = {
      ...database,
      inTenant: (tenantId, body) => database.inTenant(tenantId, count(body)),
      withoutClub: (body) => database.withoutClub(count(body)),
      acrossClubs: (body) => database.acrossClubs(count(body)),
    }
    const config = { dataDir: database.options.dataDir, storage: null }
    const services = { database: counted, config, now: () => now } as unknown as Services
    const fail = (...told: unknown[]) => expect.unreachable(String(told))
    const log = { info: fail, warn: fail, error: fail } as unknown as Log
    const cards = { mode: 'sandbox' } as Parameters<typeof createRecurring>[0]
    const figures = createEngineFigures(services)
    const works = [
      ...createRecurring(cards),
      { name: 'sweep orders', run: () => sweep({ services, cards, log }) },
      {
        name: 'a refused picture',
        run: () =>
          removeRefusedPictures(services, [
            {
              row: { hash: 'f'.repeat(40), kind: 'public', width: 20, height: 20, bytes: 1 },
              newKeys: [],
            },
          ]),
      },
      { name: 'figures', run: () => figures.read() },
    ]
    const found: Record<string, number> = {}
    for (const { name, run } of works) {
      statements = 0
      await run(services, log)
      found[name] = statements
    }
    expect(await figures.read()).toContain(`showfield_clubs ${clubs}\n`)
    figures.close()
    return found
  }

  let clubs = 0
  async function addClubs(until: number): Promise<void> {
    for (; clubs < until; clubs++) {
      const { id } = await database.withoutClub((tx) =>
        tx
          .insertInto('tenant')
          .values({ slug: `club-${clubs}` })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      await database.inTenant(id, (tx) =>
        tx
          .insertInto('club')
          .values({ name: 'Club', time_zone: 'America/New_York', settings: '{}', portal: '{}' })
          .execute(),
      )
    }
  }

  it('sends as many statements for three hundred clubs as for three', async () => {
    await addClubs(3)
    const ofThree = await measure()
    await addClubs(300)
    expect(await measure()).toEqual(ofThree)
    expect(Object.values(ofThree).every((each) => each > 0)).toBe(true)
    // after a rest a round is due for each club
    expect(await findRounds()).toEqual([{ due: '2026-06-12 23:30:00', clubs: 300 }])
    now += 6 * hourMs
    expect(await measure()).toEqual(ofThree)
    // and it is due in the club's own night, also where nobody has a card yet
    expect(await findRounds()).toEqual([{ due: '2026-06-13 04:00:00', clubs: 300 }])
  })

  async function findRounds(): Promise<unknown[]> {
    const { rows } = await database.withoutClub((tx) =>
      sql`select (due_at at time zone 'UTC')::text as due, count(*)::int as clubs from renewal_round group by 1`.execute(
        tx,
      ),
    )
    return rows
  }
})
