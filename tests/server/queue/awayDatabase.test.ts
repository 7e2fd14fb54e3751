// The database goes away while jobs run, and comes back: each job is done once, and nothing waits longer than it must.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../../../src/domain/time.ts'
import type { Database } from '../../../src/server/db/open.ts'
import { jobPollMs } from '../../../src/server/limits/jobs.ts'
import { createLog } from '../../../src/server/process/log.ts'
import type { Services } from '../../../src/server/process/services.ts'
import { insertJob } from '../../../src/server/queue/db.ts'
import type { JobHandler, RecurringWork } from '../../../src/server/queue/jobHandler.ts'
import { createRunner, type Runner } from '../../../src/server/queue/runner.ts'
import { makeAwayDatabase } from '../../support/database/awayDatabase.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'

describe('while the database is away', () => {
  const database = setUpDatabase('embedded')
  let now = Date.parse('2026-06-12T16:00:00Z')
  const runners: Runner[] = []
  beforeAll(async () => {
    await database.withoutClub((tx) => tx.insertInto('tenant').values({ slug: 'harbor' }).execute())
  })
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.stop()
  })

  async function start(
    over: Database,
    run: JobHandler<object>['run'],
    recurring: readonly RecurringWork[] = [],
  ): Promise<void> {
    const toy = { run, leaseMs: minuteMs, atOnce: 1, mostAttempts: 4, firstPauseMs: 0, longestPauseMs: 0 }
    const services = { database: over, now: () => now, newId: randomUUID } as unknown as Services
    const log = createLog({ write: () => undefined })
    const runner = createRunner({ services, log, handlings: { toy }, recurring })
    runners.push(runner)
    await runner.start()
  }
  const readJob = () =>
    database.withoutClub((tx) => tx.selectFrom('job').select(['state', 'attempts']).executeTakeFirst())

  it('a job that was done then is not done again, by this process or another, though its lease has run out', async () => {
    const [one, other] = [makeAwayDatabase(database), makeAwayDatabase(database)]
    const begun = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    let runs = 0
    const run = async () => {
      runs += 1
      begun.resolve()
      await done.promise
    }
    await start(one, run)
    await database.inTenant(1, (tx) => insertJob(tx, { kind: 'toy', payload: {} }))
    await begun.promise
    await start(other, run)
    await expect.poll(() => other.countAnswered()).toBeGreaterThan(0)
    one.leave()
    other.leave()
    // each notices it, because it looks every second
    for (const each of [one, other]) await expect.poll(() => each.countRefused()).toBeGreaterThan(0)
    done.resolve()
    now += 2 * minuteMs
    // the other one finds the new server first, and could take what has no lease any more
    other.comeBack()
    await expect.poll(() => other.countAnswered()).toBeGreaterThan(0)
    const backAt = performance.now()
    // two more of its rounds
    await expect.poll(() => performance.now() - backAt).toBeGreaterThan(2.5 * jobPollMs)
    expect(await readJob()).toEqual({ state: 'waiting', attempts: 1 })
    one.comeBack()
    await expect.poll(readJob).toEqual({ state: 'done', attempts: 1 })
    expect(runs).toBe(1)
  })

  it('a round that got no answer keeps its recurring work from nobody', async () => {
    const gate = makeAwayDatabase(database)
    let rounds = 0
    const work: RecurringWork = {
      ...{ name: 'toy round', everyMs: minuteMs, leaseMs: hourMs },
      run: async () => {
        rounds += 1
      },
    }
    gate.leave({ isCommitted: true })
    await start(gate, async () => undefined, [work])
    const readLock = () =>
      database.withoutClub((tx) =>
        tx
          .selectFrom('recurring_job')
          .where('name', '=', work.name)
          .select('locked_until')
          .executeTakeFirst(),
      )
    await expect.poll(readLock).toMatchObject({ locked_until: new Date(now + hourMs) })
    expect(rounds).toBe(0)
    gate.comeBack()
    now += 2 * minuteMs
    await expect.poll(() => rounds).toBe(1)
  })
})
