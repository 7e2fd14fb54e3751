// Rows 2 and 3: score sheets through the whole server, beside bare inserts and beside one request for each
// sheet.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/server/db/open.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { addJudges, type Show } from '../support/clubs/judgedShow.ts'
import { createDatabase, startCluster } from '../support/database/postgres.ts'
import { type Sending, sendSheets } from '../support/processes/sheetSender.ts'
import { startBareInserts } from './bareInserts.ts'
import { sendQueue } from './phoneQueue.ts'
import { type BenchRow, median } from './rows.ts'

type Judge = Show['judges'][number]

const rounds = 9
const roundMs = 1500
const judges = 40
const queued = 500
const queuedRounds = 5
/** A judge may only send so much in ten minutes, so each round has judges of its own, and the bare inserts too. */
const judgesSeeded = judges * (rounds + 2) + 2 * (queuedRounds + 1)

/** On both engines, if PostgreSQL is available. */
export async function benchScores(): Promise<BenchRow[]> {
  const rows = await benchOn('embedded')
  const started = await startCluster()
  if ('reason' in started) {
    console.log(`skipped: score sheets on PostgreSQL, because ${started.reason}`)
    return rows
  }
  const { cluster } = started
  try {
    await createDatabase(cluster.superuserUrl, 'bench')
    rows.push(...(await benchOn('PostgreSQL', cluster.urlOf('bench'))))
  } finally {
    await cluster.stop()
  }
  return rows
}

async function benchOn(engine: string, databaseUrl?: string): Promise<BenchRow[]> {
  // no app: nothing here needs one
  const product = await startProduct({
    appDir: import.meta.dirname,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  const bareDir = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
  try {
    await product.stop()
    const show = await addJudges(product, judgesSeeded, toOptions(product.dataDir, databaseUrl))
    if (databaseUrl === undefined) await cp(product.dataDir, bareDir, { recursive: true })
    await product.start()
    return [
      await benchSingle(engine, show, toOptions(bareDir, databaseUrl)),
      await benchQueue(engine, product, show, toOptions(product.dataDir, databaseUrl)),
    ]
  } finally {
    await product.dispose()
    await rm(bareDir, { recursive: true, force: true })
  }
}

function toOptions(dataDir: string, databaseUrl: string | undefined) {
  return databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl }
}

async function benchSingle(
  engine: string,
  show: Show,
  options: ReturnType<typeof toOptions>,
): Promise<BenchRow> {
  const bare = await startBareInserts({
    options,
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
    figure: `${median(ours).toFixed(0)}/s, ratio ${median(ratios).toFixed(2)}`,
    goal: '≥ 0.5',
    met: median(ratios) >= 0.5,
  }
}

/** Sends what one judge has queued. After each round the database is checked. */
async function benchQueue(
  engine: string,
  product: Product,
  show: Show,
  options: ReturnType<typeof toOptions>,
): Promise<BenchRow> {
  // from the end, whose judges have sent nothing so far
  const toPlan = (at: number) => ({ ...show, judges: [show.judges.at(-1 - at) as Judge], sheets: queued })
  const ratios: number[] = []
  const times: number[] = []
  const keys: string[] = []
  for (let round = 0; round <= queuedRounds; round++) {
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
  const database = await openDatabase(options)
  const stored = await database.inTenant(show.tenantId, (tx) =>
    tx
      .selectFrom('sheet')
      .where('tenant_id', '=', show.tenantId)
      .where('key', 'in', keys)
      .select('key')
      .execute(),
  )
  await database.close()
  const lost = keys.length - new Set(stored.map(({ key }) => key)).size
  const doubled = stored.length - (keys.length - lost)
  const ratio = median(ratios)
  return {
    what: `${queued} queued sheets delivered by the outbox (${engine})`,
    beside: 'the same, posted one after another',
    figure: `${median(times).toFixed(0)} ms, ${ratio.toFixed(1)} times as fast, lost ${lost}, doubled ${doubled}`,
    goal: '≥ 10 times, none lost or doubled',
    met: ratio >= 10 && lost === 0 && doubled === 0,
  }
}

function requireAll({ refused }: Sending): void {
  if (refused.length > 0) throw new Error(`sheets were refused: ${refused.slice(0, 3).join(', ')}`)
}
