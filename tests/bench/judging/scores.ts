// Rows 2 and 3: score sheets through the whole server, beside bare inserts and beside one request for each
// sheet.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OpenOptions } from '../../../src/server/db/open.ts'
import type { Product } from '../../support/browsers/product.ts'
import type { Show } from '../../support/clubs/judgedShow.ts'
import { createDatabase, startCluster } from '../../support/database/postgres.ts'
import { type Sending, sendSheets } from '../../support/processes/sheetSender.ts'
import type { Reading } from '../rows.ts'
import type { Bench, Meter, Opening, Subject } from '../subject.ts'
import { startBareInserts } from './bareInserts.ts'
import { sendQueue } from './phoneQueue.ts'
import { checkStored } from './stored.ts'

type Judge = Show['judges'][number]

const roundMs = 1500
const judges = 40
const queued = 500

/** A product with one database or the other. */
interface ScoredShow {
  subject: Subject
  engine: 'embedded' | 'PostgreSQL'
  product: Product
  show: Show
  /** The product's own database. */
  options: OpenOptions
  /** A database with the same show, for others to write to. */
  bareOptions: OpenOptions
}

// a judge may only send so much in ten minutes: each round has judges of its own, and the bare inserts too
export const scores: Bench = {
  warmUps: 1,
  open: (subject, opening) => onBothEngines(subject, opening, judges * (opening.turns + 1), openSingle),
}

export const sheets: Bench = {
  warmUps: 1,
  open: (subject, opening) => onBothEngines(subject, opening, 2 * opening.turns, openQueue),
}

type OpenMeter = (scored: ScoredShow, opening: Opening) => Promise<Meter>

/** On PostgreSQL if it is available. Each round measures both. */
async function onBothEngines(
  subject: Subject,
  opening: Opening,
  judgesSeeded: number,
  open: OpenMeter,
): Promise<Meter> {
  const onEngine = async (engine: ScoredShow['engine'], databaseUrl?: string) =>
    open(await startScored(subject, opening, { engine, judgesSeeded, databaseUrl }), opening)
  const meters = [await onEngine('embedded')]
  const started = await startCluster()
  if ('reason' in started) console.log(`skipped: score sheets on PostgreSQL, because ${started.reason}`)
  else {
    opening.atEnd(started.cluster.stop)
    await createDatabase(started.cluster.superuserUrl, 'bench')
    meters.push(await onEngine('PostgreSQL', started.cluster.urlOf('bench')))
  }
  return {
    async measure() {
      const readings: Reading[] = []
      for (const meter of meters) readings.push(...(await meter.measure()))
      return readings
    },
    async check() {
      const faults: (string | undefined)[] = []
      for (const meter of meters) faults.push(await meter.check?.())
      return faults.find((fault) => fault !== undefined)
    },
  }
}

async function startScored(
  subject: Subject,
  { atEnd }: Opening,
  {
    engine,
    judgesSeeded,
    databaseUrl,
  }: { engine: ScoredShow['engine']; judgesSeeded: number; databaseUrl: string | undefined },
): Promise<ScoredShow> {
  const { addJudges } = await subject.load<typeof import('../../support/clubs/judgedShow.ts')>(
    'tests/support/clubs/judgedShow.ts',
  )
  // no app: nothing here needs one
  const product = await subject.startProduct({
    appDir: import.meta.dirname,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  })
  atEnd(product.dispose)
  const bareDir = await mkdtemp(join(tmpdir(), 'showfield-bench-'))
  atEnd(() => rm(bareDir, { recursive: true, force: true }))
  await product.stop()
  const options = toOptions(product.dataDir, databaseUrl)
  const show = await addJudges(product, judgesSeeded, options)
  if (databaseUrl === undefined) await cp(product.dataDir, bareDir, { recursive: true })
  await product.start()
  return { subject, engine, product, show, options, bareOptions: toOptions(bareDir, databaseUrl) }
}

function toOptions(dataDir: string, databaseUrl: string | undefined): OpenOptions {
  return databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl }
}

async function openSingle(
  { subject, engine, show, bareOptions }: ScoredShow,
  { atEnd }: Opening,
): Promise<Meter> {
  const bare = await startBareInserts({
    root: subject.root,
    options: bareOptions,
    tenantId: show.tenantId,
    eventId: show.eventId,
    formId: show.formId,
    judgeIds: show.judges.slice(-judges).map(({ id }) => id),
    entryId: show.carIds[0] ?? 0,
    ms: roundMs,
  })
  atEnd(bare.stop)
  let judged = 0
  return {
    async measure() {
      const limit = await bare.measure()
      const sending = await sendSheets({
        ...show,
        judges: show.judges.slice(judged, judged + judges),
        sheets: Number.MAX_SAFE_INTEGER,
        perRequest: 1,
        forMs: roundMs,
      })
      judged += judges
      requireAll(sending)
      const rate = (sending.accepted * 1000) / sending.ms
      return [
        {
          id: engine,
          what: `a judge's score accepted through HTTP (${engine}, ${judges} judges at once)`,
          beside: 'a bare insert in one transaction, same database and driver',
          figure: rate / limit,
          unit: 'times',
          goal: { atLeast: engine === 'PostgreSQL' ? 0.8 : 0.5 },
          more: { itself: [rate, 'a second'], bare: [limit, 'a second'] },
        },
      ]
    },
  }
}

/** Sends what one judge has queued. After all rounds the database is checked. */
async function openQueue({ subject, engine, product, show, options }: ScoredShow): Promise<Meter> {
  let judged = 0
  const nextPlan = () => {
    const judge = show.judges[judged] as Judge
    judged += 1
    return { ...show, judges: [judge], sheets: queued }
  }
  const keys: string[] = []
  return {
    async measure() {
      const single = await sendSheets({ ...nextPlan(), perRequest: 1 })
      const queue = await sendQueue({ ...nextPlan(), perRequest: 50, root: subject.root })
      for (const sending of [single, queue]) {
        requireAll(sending)
        keys.push(...sending.keys)
      }
      return [
        {
          id: engine,
          what: `${queued} queued sheets delivered by the outbox (${engine})`,
          beside: 'the same, posted one after another',
          figure: single.ms / queue.ms,
          unit: 'times as fast',
          goal: { atLeast: 10 },
          more: { itself: [queue.ms, 'ms'], 'one after another': [single.ms, 'ms'] },
        },
      ]
    },
    async check() {
      await product.stop()
      return checkStored(subject, options, show.tenantId, keys)
    },
  }
}

function requireAll({ refused }: Sending): void {
  if (refused.length > 0) throw new Error(`sheets were refused: ${refused.slice(0, 3).join(', ')}`)
}
