import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { minuteMs } from '../../../src/domain/time.ts'
import { type Database, openDatabase, type Tx } from '../../../src/server/db/open.ts'
import { doneJobRetentionMs, failedJobRetentionMs } from '../../../src/server/limits/times.ts'
import { createLog } from '../../../src/server/process/log.ts'
import type { Services } from '../../../src/server/process/services.ts'
import { insertJob } from '../../../src/server/queue/db.ts'
import { JobFault, type JobHandler, type RecurringWork } from '../../../src/server/queue/jobHandler.ts'
import { createRunner, type Runner } from '../../../src/server/queue/runner.ts'
import { describeOnBothEngines, openTestDatabase } from '../../support/database/database.ts'
import { setUpDatabase } from '../../support/database/setUp.ts'
import { type JobProcess, startJobProcess } from '../../support/processes/jobProcess.ts'

const start = Date.parse('2026-06-12T16:00:00Z')
const secret = 'ada@club.example pays with 4242'

type Toy = { name: string }

describeOnBothEngines('a job', (engine) => {
  const database = setUpDatabase(engine)
  let now: number
  let runners: Runner[]
  let lines: string[]
  let ran: { name: string; tenantId: number; attempt: number; uuid: string }[]
  let fail: (toy: Toy) => unknown

  beforeAll(async () => {
    for (const slug of ['harbor', 'mesa']) {
      await database.withoutClub((tx) => tx.insertInto('tenant').values({ slug }).execute())
    }
  })
  beforeEach(async () => {
    now = start
    runners = []
    lines = []
    ran = []
    fail = () => undefined
    await database.withoutClub((tx) => tx.deleteFrom('job').execute())
    await database.withoutClub((tx) => tx.deleteFrom('recurring_job').execute())
  })
  afterEach(async () => {
    for (const runner of runners) await runner.stop()
  })

  const handling: JobHandler<Toy> = {
    async run(toy, { tenantId, attempt, uuid }) {
      ran.push({ name: toy.name, tenantId, attempt, uuid })
      const fault = fail(toy)
      if (fault !== undefined) throw fault
    },
    leaseMs: minuteMs,
    atOnce: 2,
    mostAttempts: 4,
    firstPauseMs: 1000,
    longestPauseMs: 3000,
  }

  function createOwnRunner(
    more: Partial<JobHandler<Toy>> = {},
    recurring: readonly RecurringWork[] = [],
    over: Database = database,
  ): Runner {
    const services = { database: over, now: () => now, newId: randomUUID } as unknown as Services
    const log = createLog({ write: (line) => void lines.push(line) })
    const runner = createRunner({ services, log, handlings: { toy: { ...handling, ...more } }, recurring })
    runners.push(runner)
    return runner
  }

  const queue = (name: string, more: { tenantId?: number; uniqueKey?: string; runAt?: Date } = {}) => {
    const { tenantId = 1, ...times } = more
    return database.inTenant(tenantId, (tx) => insertJob(tx, { kind: 'toy', payload: { name }, ...times }))
  }

  const listJobs = () =>
    database.withoutClub((tx: Tx) =>
      tx
        .selectFrom('job')
        .orderBy('id')
        .select(['tenant_id', 'state', 'attempts', 'payload', 'last_error', 'run_at', 'locked_until'])
        .execute(),
    )

  it('of every club is done once, in the order in which they were queued, and then forgets what it carried', async () => {
    await queue('first')
    await queue('second', { tenantId: 2 })
    await queue('third')
    const runner = createOwnRunner({ atOnce: 1 })
    await runner.runDue()
    await runner.runDue()
    expect(ran.map(({ name, tenantId }) => [name, tenantId])).toEqual([
      ['first', 1],
      ['second', 2],
      ['third', 1],
    ])
    for (const job of await listJobs()) {
      expect(job).toMatchObject({ state: 'done', attempts: 1, locked_until: null })
      expect(job.payload).toEqual({})
    }
  })

  it('is queued by what commits, and by nothing else', async () => {
    const failing = database.inTenant(1, async (tx) => {
      await insertJob(tx, { kind: 'toy', payload: { name: 'never' } })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await createOwnRunner().runDue()
    expect(ran).toEqual([])
  })

  it('is taken right after the commit that queued it', async () => {
    // no check by the clock
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { promise, resolve } = Promise.withResolvers<void>()
      const runner = createOwnRunner({ run: async () => resolve() })
      await runner.start()
      await runner.runDue() // its first check is over
      await queue('now')
      await promise
    } finally {
      vi.useRealTimers()
    }
  })

  it('with the same unique key is queued once per club, also after it was done, until that is forgotten', async () => {
    const runner = createOwnRunner()
    await Promise.all(Array.from({ length: 5 }, () => queue('once', { uniqueKey: 'order 7' })))
    await queue('other club', { tenantId: 2, uniqueKey: 'order 7' })
    await runner.runDue()
    await queue('once', { uniqueKey: 'order 7' })
    await runner.runDue()
    expect(ran.map(({ name }) => name).sort()).toEqual(['once', 'other club'])
    now += doneJobRetentionMs + minuteMs
    await runner.runDue()
    expect(await listJobs()).toEqual([])
    await queue('again', { uniqueKey: 'order 7' })
    await runner.runDue()
    expect(ran.map(({ name }) => name)).toContain('again')
  })

  it('for later waits for its time', async () => {
    await queue('later', { runAt: new Date(start + minuteMs) })
    const runner = createOwnRunner()
    await runner.runDue()
    expect(ran).toEqual([])
    now += minuteMs
    await runner.runDue()
    expect(ran).toHaveLength(1)
  })

  it('that fails is tried again after ever longer pauses, under the same name', async () => {
    await queue('shaky')
    fail = () => (ran.length < 4 ? new JobFault('the service answered 500') : undefined)
    const runner = createOwnRunner()
    const waits = [1000, 2000, 3000]
    for (const [index, wait] of waits.entries()) {
      await runner.runDue()
      expect(ran).toHaveLength(index + 1)
      const [job] = await listJobs()
      expect(job).toMatchObject({ state: 'waiting', last_error: 'the service answered 500' })
      expect(job?.run_at).toEqual(new Date(now + wait))
      now += wait - 1
      await runner.runDue()
      expect(ran).toHaveLength(index + 1)
      now += 1
    }
    await runner.runDue()
    expect(ran.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
    expect(new Set(ran.map(({ uuid }) => uuid)).size).toBe(1)
    expect(await listJobs()).toMatchObject([{ state: 'done', last_error: null }])
    // the same again is only counted, at the end of the minute
    expect(lines.filter((line) => line.includes('will be tried again'))).toHaveLength(1)
  })

  it.each([
    ['that cannot succeed', 1, () => new JobFault('there is no such mailbox', { isFinal: true })],
    ['that was tried often enough', 4, () => new JobFault('the service answered 500')],
  ])('%s has failed for good: it stays, and an alarm is raised', async (_name, attempts, fault) => {
    await queue(secret)
    fail = fault
    const runner = createOwnRunner()
    for (let round = 0; round < 6; round++) {
      await runner.runDue()
      now += minuteMs
    }
    expect(ran).toHaveLength(attempts)
    expect(await listJobs()).toMatchObject([
      { state: 'failed', attempts, last_error: fault().message, payload: { name: secret } },
    ])
    expect(lines.filter((line) => line.includes('"alarm":"a job failed for good"'))).toHaveLength(1)
    now = start + failedJobRetentionMs
    await runner.runDue()
    expect(await listJobs()).toHaveLength(1)
    // the job's data are deleted when they are of no more use
    now += 7 * minuteMs + 60 * minuteMs
    await runner.runDue()
    expect(await listJobs()).toEqual([])
  })

  it('that meets a bug tells its name and place, and nothing of what it carried', async () => {
    await queue(secret)
    fail = ({ name }) => Object.assign(new TypeError(`cannot read ${name}`), { code: 'ECONNRESET' })
    await createOwnRunner().runDue()
    expect(await listJobs()).toMatchObject([{ last_error: 'TypeError ECONNRESET' }])
    expect(lines.join()).toContain('jobs.test.ts')
    expect(lines.join()).not.toMatch(/(?<![-\da-f])(ada|4242)(?![-\da-f])|cannot read/)
  })

  it('of a kind that is slow holds up no other, and never more than so many run at once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    for (let index = 0; index < 5; index++) await queue(`slow ${index}`)
    const runner = createOwnRunner({
      async run(toy) {
        ran.push({ name: toy.name, tenantId: 1, attempt: 1, uuid: '' })
        await promise
      },
    })
    const running = runner.runDue()
    await expect.poll(() => ran.length).toBe(2)
    await database.withoutClub((tx) => tx.selectFrom('job').select('id').execute())
    expect(ran).toHaveLength(2)
    resolve()
    await running
    expect(ran).toHaveLength(5)
  })

  it('whose process has died is done by another when its lease has ended, and not before', async () => {
    await queue('orphan')
    const { promise: dead, resolve: revive } = Promise.withResolvers<void>()
    const first = createOwnRunner({ run: () => dead })
    const running = first.runDue()
    await expect.poll(async () => (await listJobs())[0]?.attempts).toBe(1)
    const second = createOwnRunner()
    now += minuteMs - 1
    await second.runDue()
    expect(ran).toEqual([])
    now += 1
    await second.runDue()
    expect(ran).toMatchObject([{ name: 'orphan', attempt: 2 }])
    expect(await listJobs()).toMatchObject([{ state: 'done', attempts: 2 }])
    revive()
    await running
    expect(await listJobs()).toMatchObject([{ state: 'done', attempts: 2 }])
  })

  it('that takes its process with it each time ends as failed', async () => {
    await queue('deadly')
    await database.withoutClub((tx) => tx.updateTable('job').set({ attempts: 4 }).execute())
    await createOwnRunner().runDue()
    expect(ran).toEqual([])
    expect(await listJobs()).toMatchObject([{ state: 'failed', last_error: 'its process ended each time' }])
  })

  it('is waited for when the server stops, and nothing new is taken', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const runner = createOwnRunner({ atOnce: 1, run: () => promise })
    await queue('under way')
    await queue('not begun')
    const running = runner.runDue()
    await expect.poll(async () => (await listJobs())[0]?.attempts).toBe(1)
    const stopping = runner.stop()
    resolve()
    await stopping
    await running
    expect((await listJobs()).map(({ state }) => state)).toEqual(['done', 'waiting'])
  })

  it('of a kind that this process does not know is left to one that does', async () => {
    await database.inTenant(1, (tx) => insertJob(tx, { kind: 'newer', payload: {} }))
    await createOwnRunner().runDue()
    expect(await listJobs()).toMatchObject([{ state: 'waiting', attempts: 0 }])
  })

  it('shows itself to its own club only', async () => {
    await queue('mine')
    expect(await database.inTenant(2, (tx) => tx.selectFrom('job').select('id').execute())).toEqual([])
  })

  it('that comes back by the clock runs when it is due, in one process at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let runs = 0
    const sweep: RecurringWork = {
      name: 'sweep',
      everyMs: minuteMs,
      leaseMs: 3 * minuteMs,
      async run() {
        runs += 1
        if (runs === 2) await promise
        if (runs === 3) throw new TypeError(secret)
      },
    }
    const [first, second] = [createOwnRunner({}, [sweep]), createOwnRunner({}, [sweep])]
    await first.runDue()
    await second.runDue()
    expect(runs).toBe(1)
    now += minuteMs
    const running = first.runDue()
    await expect.poll(() => runs).toBe(2)
    now += minuteMs
    await second.runDue()
    // the first one still runs
    expect(runs).toBe(2)
    resolve()
    await running
    await second.runDue()
    expect(runs).toBe(3)
    expect(lines.filter((line) => line.includes('"alarm":"recurring work failed"'))).toHaveLength(1)
    expect(lines.join()).not.toContain('4242')
    now += minuteMs
    await first.runDue()
    expect(runs).toBe(4)
    // a clock that was an hour ahead must not stop it for an hour
    await database.withoutClub((tx) =>
      tx
        .updateTable('recurring_job')
        .set({ due_at: new Date(now + 60 * minuteMs) })
        .where('name', '=', 'sweep')
        .execute(),
    )
    await first.runDue()
    expect(runs).toBe(5)
  })

  it.skipIf(engine === 'postgres')(
    'that is not there costs the disk nothing, however often it is looked for',
    async () => {
      const sweep: RecurringWork = {
        name: 'sweep',
        everyMs: minuteMs,
        leaseMs: minuteMs,
        run: async () => undefined,
      }
      const runner = createOwnRunner({}, [sweep])
      await runner.runDue()
      const before = database.countSyncs()
      for (let round = 0; round < 5; round++) await runner.runDue()
      expect(database.countSyncs()).toBe(before)
      now += minuteMs
      await runner.runDue()
      expect(database.countSyncs()).toBeGreaterThan(before)
    },
  )

  it.skipIf(engine === 'embedded')('is done once, whichever of two processes takes it', async () => {
    const count = 300
    const processes: JobProcess[] = []
    try {
      for (let index = 0; index < 2; index++) processes.push(await startJobProcess(database.options))
      for (let index = 0; index < count; index++) await queue(`job ${index}`, { tenantId: 1 + (index % 2) })
      for (const one of processes) one.go()
      await expect
        .poll(async () => (await listJobs()).filter(({ state }) => state === 'done').length)
        .toBe(count)
    } finally {
      for (const one of processes) await one.stop()
    }
    const done = processes.map(({ done }) => done())
    expect(done.flat()).toHaveLength(count)
    expect(new Set(done.flat()).size).toBe(count)
    for (const own of done) expect(own.length).toBeGreaterThan(0)
    for (const { attempts } of await listJobs()) expect(attempts).toBe(1)
  })

  it.skipIf(engine === 'postgres')(
    'that a killed process left behind is done after the next start at once, where one process alone has the database',
    async () => {
      const own = await openTestDatabase('embedded')
      const { options } = own
      await own.withoutClub((tx) => tx.insertInto('tenant').values({ slug: 'harbor' }).execute())
      await own.inTenant(1, (tx) => insertJob(tx, { kind: 'toy', payload: { name: 'held' } }))
      await own.close()
      const killed = await startJobProcess(options, 'hang')
      killed.go()
      await expect.poll(() => killed.begun()).toHaveLength(1)
      await killed.kill()
      const reopened = await openDatabase({ ...options, migrate: false })
      const runner = createOwnRunner({}, [], reopened)
      try {
        await runner.start()
        await runner.runDue()
        expect(ran).toMatchObject([{ name: 'held', attempt: 2 }])
      } finally {
        await runner.stop()
        await reopened.close()
      }
      await own.dispose()
    },
  )
})
