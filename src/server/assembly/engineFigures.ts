// The figures of the engine's thread as Prometheus reads them: what it has done, what waits, what is in the database.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, Registry } from 'prom-client'
import { findFreeBytes } from '../checks/dataFolder.ts'
import { figuresMemoryMs } from '../limits/machine.ts'
import { countClubs, countHeld, countOrders } from '../order/db/figures.ts'
import { workFigures } from '../process/figures.ts'
import type { Services } from '../process/services.ts'
import { countJobs, type JobCount } from '../queue/db.ts'

interface Counted {
  readonly clubs: number
  readonly held: number
  readonly orders: readonly { readonly state: string; readonly count: number }[]
  readonly jobs: readonly JobCount[]
}

export interface EngineFigures {
  /** In the text format. What must be counted in the database is some seconds old. */
  read(): Promise<string>
  close(): void
}

export function createEngineFigures(services: Services): EngineFigures {
  const { database, config } = services
  const registry = new Registry()
  const lag = monitorEventLoopDelay()
  lag.enable()
  let counting: Promise<Counted> | undefined
  let countedAt = 0

  function gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    collect: (gauge: Gauge<Label>) => Promise<void> | void,
  ): void {
    new Gauge({
      ...{ name: `showfield_${name}`, help, labelNames: [...labelNames], registers: [registry] },
      async collect() {
        this.reset()
        await collect(this as Gauge<Label>)
      },
    })
  }

  /** While the database does not answer, these figures are left out, and the others go on. */
  async function fromDatabase(write: (counted: Counted) => void): Promise<void> {
    if (counting === undefined || performance.now() - countedAt > figuresMemoryMs) {
      countedAt = performance.now()
      counting = countAll(services)
    }
    const counted = await counting.catch(() => undefined)
    if (counted !== undefined) write(counted)
  }

  gauge('engine_event_loop_lag_seconds', 'How late the engine gets to its next work.', ['quantile'], (to) =>
    writeLag(lag, to),
  )
  gauge(
    'database_transactions',
    'Transactions that run, and those that wait for their turn.',
    ['state'],
    (to) => {
      const { running, waiting } = database.countTransactions()
      to.set({ state: 'running' }, running)
      to.set({ state: 'waiting' }, waiting)
    },
  )
  gauge('database_transactions_most', 'So many transactions run at once.', [], (to) =>
    to.set(database.countTransactions().most),
  )
  gauge('disk_free_bytes', 'Room on the disk of DATA_DIR.', [], async (to) => {
    const free = await findFreeBytes(config.dataDir)
    if (free !== undefined) to.set(free)
  })
  gauge('clubs', 'Clubs in the database.', [], (to) => fromDatabase(({ clubs }) => to.set(clubs)))
  gauge('orders', 'Orders of all clubs by state.', ['state'], (to) =>
    fromDatabase(({ orders }) => {
      for (const { state, count } of orders) to.set({ state }, count)
    }),
  )
  gauge('held_pieces', 'Pieces that are held for who is paying.', [], (to) =>
    fromDatabase(({ held }) => to.set(held)),
  )
  gauge(
    'jobs',
    'Jobs that are due or tried again, and those that failed for good.',
    ['kind', 'state'],
    (to) =>
      fromDatabase(({ jobs }) => {
        for (const { kind, waiting, failed } of jobs) {
          to.set({ kind, state: 'waiting' }, waiting)
          to.set({ kind, state: 'failed' }, failed)
        }
      }),
  )
  gauge('job_oldest_seconds', 'How long the oldest job that waits has been due.', ['kind'], (to) =>
    fromDatabase(({ jobs }) => {
      for (const { kind, oldestSeconds } of jobs) to.set({ kind }, oldestSeconds)
    }),
  )

  return {
    read: () => Registry.merge([workFigures, registry]).metrics(),
    close: () => lag.disable(),
  }
}

function writeLag(lag: ReturnType<typeof monitorEventLoopDelay>, to: Gauge<'quantile'>): void {
  for (const quantile of [50, 99, 100]) {
    const nanoseconds = lag.percentile(quantile)
    to.set({ quantile: String(quantile / 100) }, Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0)
  }
  lag.reset()
}

async function countAll({ database, now }: Services): Promise<Counted> {
  const jobs = await database.withoutClub((tx) => countJobs(tx, new Date(now())))
  const ofClubs = await database.acrossClubs(async (tx) => ({
    clubs: await countClubs(tx),
    orders: await countOrders(tx),
    held: await countHeld(tx),
  }))
  return { ...ofClubs, jobs }
}
