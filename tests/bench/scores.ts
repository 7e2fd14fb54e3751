// Rows 2 and 3: score sheets through the whole server, beside bare inserts and beside one request for each
// sheet.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OpenOptions, openDatabase } from '../../src/server/db/open.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { addJudges, type Show } from '../support/clubs/judgedShow.ts'
import { createDatabase, startCluster } from '../support/database/postgres.ts'
import { type Sending, sendSheets } from '../support/processes/sheetSender.ts'
import { startBareInserts } from './bareInserts.ts'
import { sendQueue } from './phoneQueue.ts'
import { type BenchRow, rounds, toSpread } from './rows.ts'

type Judge = Show['judges'][number]

const roundMs = 1500
const judges = 40
const queued = 500

/** A product with one database or the other. */
interface ScoredShow {
  engine: string
  product: Product
  show: Show
  /** The product's own database. */
  options: OpenOptions
  /** A database with the same show, for others to write to. */
  bareOptions: OpenOptions
}

export function benchScores(): Promise<BenchRow[]> {
  // a judge may only send so much in ten minutes: each round has judges of its own, and the bare inserts too
  return onBothEngines(judges * (rounds + 2), benchSingle)
}

export function benchSheets(): Promise<BenchRow[]> {
  return onBothEngines(2 * (rounds + 1), benchQueue)
}

/** On PostgreSQL if it is available. */
async function onBothEngines(
  judgesSeeded: number,
  bench: (show: ScoredShow) => Promise<BenchRow>,
): Promise<BenchRow[]> {
  const rows = [await onEngine('embedded', judgesSeeded, bench)]
  const started = await startCluster()
  if ('reason' in started) {
    console.log(`skipped: score sheets on PostgreSQL, because ${started.reason}`)
    return rows
  }
  const { cluster } = started
  try {
    await createDatabase(cluster.superuserUrl, 'bench')
    rows.push(await onEngine('PostgreSQL', judgesSeeded, bench, cluster.urlOf('bench')))
  } finally {
    await cluster.stop()
  }
  return rows
}

async function onEngine(
  engine: string,
  judgesSeeded: number,
  bench: (show: ScoredShow) => Promise<BenchRow>,
  databaseUrl?: string,
): Promise<BenchRow> {
  // no app: nothing here needs one
  const product = await startProduct({
    appDir: import.meta.dirname,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  const bareDir = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
  try {
    await product.stop()
    const options = toOptions(product.dataDir, databaseUrl)
    const show = await addJudges(product, judgesSeeded, options)
    if (databaseUrl === undefined) await cp(product.dataDir, bareDir, { recursive: true })
    await product.start()
    return await bench({ engine, product, show, options, bareOptions: toOptions(bareDir, databaseUrl) })
  } finally {
    await product.dispose()
    await rm(bareDir, { recursive: true, force: true })
  }
}

function toOptions(dataDir: string, databaseUrl: string | undefined): OpenOptions {
  return databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl }
}

async function benchSingle({ engine, show, bareOptions }: ScoredShow): Promise<BenchRow> {
  const bare = await startBareInserts({
    options: bareOptions,
    tenantId: show.tenantId,
    eventId: show.eventId,
    formId: show.formId,
    judgeIds: show.judges.slice(judges * (rounds + 1), judges * (rounds + 2)).map(({ id }) => id),
    entryId: show.carIds[0] ?? 0,
    ms: roundMs,
  })
  const ratios: number[] = []
  const ours: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const limit = await bare.measure()
    const sending = await sendSheets({
      ...show,
      judges: show.judges.slice(round * judges, (round + 1) * judges),
      sheets: Number.MAX_SAFE_INTEGER,
      perRequest: 1,
      forMs: roundMs,
    })
    requireAll(sending)
    // the first round only warms both up
    if (round === 0) continue
    const rate = (sending.accepted * 1000) / sending.ms
    ours.push(rate)
    ratios.push(rate / limit)
  }
  await bare.stop()
  return {
    what: `a judge's score accepted through HTTP (${engine}, ${judges} judges at once)`,
    beside: 'a bare insert in one transaction, same database and driver',
    figures: ratios,
    unit: 'times',
    goal: { atLeast: 0.5 },
    notes: [toSpread(ours, 'a second')],
  }
}

/** Sends what one judge has queued. After each round the database is checked. */
async function benchQueue({ engine, product, show, options }: ScoredShow): Promise<BenchRow> {
  const toPlan = (at: number) => ({ ...show, judges: [show.judges[at] as Judge], sheets: queued })
  const ratios: number[] = []
  const times: number[] = []
  const keys: string[] = []
  for (let round = 0; round <= rounds; round++) {
    const single = await sendSheets({ ...toPlan(2 * round), perRequest: 1 })
    const queue = await sendQueue({ ...toPlan(2 * round + 1), perRequest: 50 })
    for (const sending of [single, queue]) {
      requireAll(sending)
      keys.push(...sending.keys)
    }
    if (round === 0) continue
    times.push(queue.ms)
    ratios.push(single.ms / queue.ms)
  }
  await product.stop()
  const { lost, doubled } = await countStored(options, show.tenantId, keys)
  return {
    what: `${queued} queued sheets delivered by the outbox (${engine})`,
    beside: 'the same, posted one after another',
    figures: ratios,
    unit: 'times as fast',
    goal: { atLeast: 10 },
    notes: [toSpread(times, 'ms'), `lost ${lost}, doubled ${doubled}`],
    fault: lost === 0 && doubled === 0 ? undefined : 'not each sheet once',
  }
}

/** How many of these sheets are missing, and how many are there more than once. */
export async function countStored(
  options: OpenOptions,
  tenantId: number,
  keys: readonly string[],
): Promise<{ lost: number; doubled: number }> {
  const database = await openDatabase(options)
  const stored = await database.inTenant(tenantId, (tx) =>
    tx.selectFrom('sheet').where('tenant_id', '=', tenantId).where('key', 'in', keys).select('key').execute(),
  )
  await database.close()
  const lost = keys.length - new Set(stored.map(({ key }) => key)).size
  return { lost, doubled: stored.length - (keys.length - lost) }
}

function requireAll({ refused }: Sending): void {
  if (refused.length > 0) throw new Error(`sheets were refused: ${refused.slice(0, 3).join(', ')}`)
}
