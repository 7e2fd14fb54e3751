// A process that stood still between asking for work and beginning it leaves the work to whoever may have it by now.
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import type { Database, Tx } from '../../../src/server/db/open.ts'
import { createLog } from '../../../src/server/process/log.ts'
import type { Services } from '../../../src/server/process/services.ts'
import { insertJob } from '../../../src/server/queue/db.ts'
import { createRunner } from '../../../src/server/queue/runner.ts'
import { describeRaces } from '../../support/database/database.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'

describeRaces('work that was asked for before the process stood still', (engine) => {
  const database = setUpDatabase(engine)

  it('is left, and due again by itself', async () => {
    await database.withoutClub((tx) => tx.insertInto('tenant').values({ slug: 'harbor' }).execute())
    await database.inTenant(1, (tx) => insertJob(tx, { kind: 'toy', payload: {} }))
    let now = Date.now()
    let isStill = true
    const over = Object.assign(Object.create(database) as Database, {
      async withoutClub<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
        const result = await database.withoutClub(body)
        if (isStill) now += minuteMs
        isStill = false
        return result
      },
    })
    const attempts: number[] = []
    const toy = {
      ...{ leaseMs: minuteMs, atOnce: 2, mostAttempts: 4, firstPauseMs: 1000, longestPauseMs: 3000 },
      run: async (_payload: never, { attempt }: { attempt: number }) => void attempts.push(attempt),
    }
    let swept = 0
    const sweep = { name: 'sweep', everyMs: 2 * minuteMs, leaseMs: minuteMs, run: async () => void swept++ }
    const runner = createRunner({
      services: { database: over, now: () => now, newId: randomUUID } as unknown as Services,
      log: createLog({ write: () => undefined }),
      handlings: { toy },
      recurring: [sweep],
    })
    await runner.runDue()
    expect([attempts, swept]).toEqual([[2], 0])
    const job = await database.withoutClub((tx) =>
      tx.selectFrom('job').select(['state', 'attempts']).executeTakeFirst(),
    )
    expect(job).toEqual({ state: 'done', attempts: 2 })
    now += 2 * minuteMs
    await runner.runDue()
    expect(swept).toBe(1)
    await runner.stop()
  })
})
