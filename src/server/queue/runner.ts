// Runs due jobs of all clubs and recurring work in every process; each job runs in only one at a time.

import { isDatabaseAway, storeForSure } from '../db/away.ts'
import type { Tx } from '../db/open.ts'
import { jobPollMs, jobRestAfterLossMs, recurringLimits } from '../limits/jobs.ts'
import { doneJobRetentionMs, failedJobRetentionMs } from '../limits/times.ts'
import { jobRuns } from '../process/figures.ts'
import type { Log } from '../process/log.ts'
import type { Services } from '../process/services.ts'
import {
  finishJob,
  finishRecurring,
  forgetJobs,
  releaseJobs,
  requeueJob,
  type TakenJob,
  takeJobs,
  takeRecurring,
} from './db.ts'
import { JobFault, type JobHandler, type RecurringWork } from './jobHandler.ts'

export interface RunnerParts {
  readonly services: Services
  readonly log: Log
  /** By kind. Other kinds are left to processes that know them. */
  readonly handlings: Readonly<Record<string, JobHandler<never>>>
  readonly recurring: readonly RecurringWork[]
}

export interface Runner {
  /** Polls at once after each commit here that queued a job, and every second. */
  start(): Promise<void>
  /** Does all that is due now and what follows, also recurring work. Resolves when nothing is left. */
  runDue(): Promise<void>
  /** Takes nothing more, and waits for what is running. */
  stop(): Promise<void>
}

export function createRunner({ services, log, handlings, recurring: given }: RunnerParts): Runner {
  const { database } = services
  const recurring = [...given, forgetting]
  const running = new Map<string, Set<Promise<void>>>()
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let isPollRequested = false
  let isStopped = false
  /** Of the round that got no answer, because the database went away: it may have taken its works. */
  let lostRound: number | undefined
  let restsUntil = 0
  database.onQueued(poll)

  function at(ms: number): Date {
    return new Date(ms)
  }

  /** Only one poll runs at a time. A call during a poll causes another one right after it. */
  function poll(): void {
    if (timer === undefined || isStopped) return
    pollNow().catch((error: unknown) => log.error({ err: error }, 'the jobs cannot be read'))
  }

  function pollNow(): Promise<void> {
    isPollRequested = true
    polling ??= (async () => {
      try {
        while (isPollRequested && !isStopped) {
          isPollRequested = false
          await takeAll()
        }
      } finally {
        polling = undefined
      }
    })()
    return polling
  }

  async function takeAll(): Promise<void> {
    if (performance.now() < restsUntil) return
    if (lostRound !== undefined) await returnAfterLoss(lostRound)
    else await takeDue(services.now())
  }

  /** Nobody runs what the lost round has taken: recurring work would wait for its lease, up to ten minutes. */
  async function returnAfterLoss(round: number): Promise<void> {
    await database.withoutClub(async (tx) => {
      for (const { name, leaseMs } of recurring) await finishRecurring(tx, name, at(round + leaseMs))
    })
    lostRound = undefined
    restsUntil = performance.now() + jobRestAfterLossMs
  }

  async function takeDue(now: number): Promise<void> {
    const wanted = Object.entries(handlings).flatMap(([kind, { atOnce, leaseMs }]) => {
      const most = atOnce - countRunning(kind)
      return most > 0 ? [{ kind, most, now: at(now), lockedUntil: at(now + leaseMs) }] : []
    })
    const due = recurring.filter(({ name }) => countRunning(name) === 0)
    const taken = await database
      .withoutClub(async (tx) => {
        const jobs: TakenJob[] = []
        for (const kind of wanted) jobs.push(...(await takeJobs(tx, kind)))
        const works: RecurringWork[] = []
        for (const work of due) {
          const { name, everyMs, leaseMs } = work
          const lockedUntil = at(now + leaseMs)
          const isMine = await takeRecurring(tx, {
            name,
            now: at(now),
            nextAt: at(now + everyMs),
            lockedUntil,
          })
          if (isMine) works.push(work)
        }
        return { jobs, works }
      })
      .catch((error: unknown) => {
        if (isDatabaseAway(error)) lostRound = now
        throw error
      })
    for (const job of taken.jobs) track(job.kind, runJob(job))
    for (const work of taken.works) track(work.name, runRecurring(work, now))
  }

  function countRunning(name: string): number {
    return running.get(name)?.size ?? 0
  }

  function track(name: string, work: Promise<void>): void {
    const works = running.get(name) ?? new Set()
    running.set(name, works)
    const ended = work
      // the database cannot be reached: the job is due again when its lease ends
      .catch((error: unknown) => log.error({ err: error, kind: name }, "a job's end was not stored"))
      .finally(() => {
        works.delete(ended)
        poll()
      })
    works.add(ended)
  }

  function listRunning(): Promise<void>[] {
    return [...running.values()].flatMap((works) => [...works])
  }

  /** What a job has done must be known before its lease ends, or it is done again. */
  function store(end: (tx: Tx) => Promise<void>): Promise<void> {
    return storeForSure(
      () => database.withoutClub(end),
      () => isStopped,
    )
  }

  async function runJob(job: TakenJob): Promise<void> {
    const handling = handlings[job.kind]
    if (handling === undefined) throw new Error(`there is no handler for jobs of kind ${job.kind}`)
    // the process stood still since it asked for the job, which is due again by itself
    if (services.now() >= job.lockedUntil.getTime()) return
    const fault = await tryJob(handling, job)
    const now = services.now()
    if (fault === undefined) {
      jobRuns.inc({ kind: job.kind, outcome: 'done' })
      await store((tx) => finishJob(tx, job, { state: 'done', now: at(now), error: null }))
      return
    }
    const { reason, isFinal, details } = fault
    const told = { kind: job.kind, tenantId: job.tenantId, job: job.id, attempts: job.attempts, reason }
    if (isFinal || job.attempts >= handling.mostAttempts) {
      jobRuns.inc({ kind: job.kind, outcome: 'failed' })
      log.error({ alarm: 'a job failed for good', ...told, ...details }, 'a job failed for good')
      await store((tx) => finishJob(tx, job, { state: 'failed', now: at(now), error: reason }))
      return
    }
    jobRuns.inc({ kind: job.kind, outcome: 'again' })
    log.warn({ ...told, ...details }, 'a job will be tried again')
    const runAt = at(now + findPauseMs(handling, job.attempts))
    await store((tx) => requeueJob(tx, job, { runAt, error: reason }))
  }

  async function tryJob(handling: JobHandler<never>, job: TakenJob): Promise<JobError | undefined> {
    // the process died in each of these attempts
    if (job.attempts > handling.mostAttempts) return { reason: 'its process ended each time', isFinal: true }
    const { tenantId, uuid, attempts: attempt, lockedUntil } = job
    try {
      // only the map of handlers knows which payload belongs to which kind
      await handling.run(job.payload as never, {
        services,
        log,
        tenantId,
        uuid,
        attempt,
        now: services.now(),
        until: lockedUntil.getTime(),
      })
      return undefined
    } catch (error) {
      return toFault(error)
    }
  }

  async function runRecurring({ name, leaseMs, run }: RecurringWork, now: number): Promise<void> {
    if (services.now() >= now + leaseMs) return
    try {
      await run(services, log)
    } catch (error) {
      const { reason, details } = toFault(error)
      log.error({ alarm: 'recurring work failed', name, reason, ...details }, 'recurring work failed')
    }
    await store((tx) => finishRecurring(tx, name, at(now + leaseMs)))
  }

  return {
    async start() {
      if (database.engine === 'embedded') await database.withoutClub(releaseJobs)
      timer = setInterval(poll, jobPollMs).unref()
      poll()
    },

    async runDue() {
      for (;;) {
        await pollNow()
        const works = listRunning()
        if (works.length === 0) return
        await Promise.race(works)
      }
    },

    async stop() {
      isStopped = true
      clearInterval(timer)
      await polling?.catch(() => undefined)
      await Promise.all(listRunning())
    },
  }
}

const forgetting: RecurringWork = {
  name: 'forget jobs',
  ...recurringLimits.forgetJobs,
  run: ({ database, now }) =>
    database.withoutClub((tx) =>
      forgetJobs(tx, {
        done: new Date(now() - doneJobRetentionMs),
        failed: new Date(now() - failedJobRetentionMs),
      }),
    ),
}

interface JobError {
  reason: string
  isFinal: boolean
  details?: object
}

/** Of a bug only its name and place are told, because its message may quote the job's payload. */
function toFault(error: unknown): JobError {
  if (error instanceof JobFault) return { reason: error.message, isFinal: error.isFinal }
  if (!(error instanceof Error))
    return { reason: 'something was thrown that is not an error', isFinal: false }
  const { code } = error as { code?: unknown }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line))
  const reason = typeof code === 'string' && /^\w{1,40}$/.test(code) ? `${error.name} ${code}` : error.name
  return { reason, isFinal: false, details: { stack: frames.join('\n') } }
}

function findPauseMs({ firstPauseMs, longestPauseMs }: JobHandler<never>, attempts: number): number {
  return Math.min(firstPauseMs * 2 ** (attempts - 1), longestPauseMs)
}
