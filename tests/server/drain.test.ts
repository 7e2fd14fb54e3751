// Forty judges come back at once with everything that they scored without a network.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { addJudges, type Show } from '../support/clubs/judgedShow.ts'
import { sendSheets } from '../support/processes/sheetSender.ts'
import { measureSlowness } from '../support/run/machine.ts'

const judges = 40
const sheetsEach = 100
/** On the machine of the budgets. */
const longestMs = 10_000
const rounds = 6
/** A busy moment of the machine only makes a round worse. So many good rounds show what the server can do. */
const goodRounds = 2
const phones = 8
const everyMs = 40
const calmMs = 2000
/** The goal: a pack takes at most so many times as long as while nobody submits anything. */
const mostTimes = 2
/**
 * Below these times a factor of two is chance: nobody notices it, and a pack that waits for the engine takes
 * longer.
 */
const unnoticedMs = { p50: 5, p99: 10 }
/**
 * Senders, phones and the engine need more cores than there are. Phones that call a bare server at the same
 * time show the cost of that alone. A pack may take so many times as long as from the bare server, however
 * slow the machine is.
 */
const mostTimesBare = 2

interface Pace {
  count: number
  failed: number
  p50: number
  p99: number
}

/**
 * Whether the phones in `ours` were fast enough, compared with a calm time before and a bare server at the
 * same time.
 */
function isGood(ours: Pace, before: Pace, bare: Pace): boolean {
  return (['p50', 'p99'] as const).every(
    (share) =>
      ours[share] <= Math.max(mostTimes * before[share], unnoticedMs[share], mostTimesBare * bare[share]),
  )
}

// in `npm run proof -- crowds`: it measures, and whatever else runs would make it worse
describe('forty judges who come back at once @proof', () => {
  let product: Product
  let show: Show
  let bare: ChildProcess
  let barePort: number

  beforeAll(async () => {
    product = await startProduct({ appDir: import.meta.dirname })
    await product.stop()
    show = await addJudges(product, judges)
    await product.start()
    const pack = await fetch(product.origin + packPath(), { headers: { 'accept-encoding': 'br' } })
    await pack.arrayBuffer()
    const bytes = pack.headers.get('content-length') ?? ''
    bare = spawn(
      process.execPath,
      [join(import.meta.dirname, '../support/processes/plainServer.ts'), bytes],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    const [port] = await once(bare.stdout ?? process.stdin, 'data')
    barePort = Number(port)
  }, 120_000)
  afterAll(async () => {
    bare.stdin?.end()
    await product.dispose()
  })

  function packPath(): string {
    return `/dart/pack/${show.eventId}?subdomain=${product.demo.tenants[0]?.subdomain}`
  }

  /** Phones that load the event's pack meanwhile, in their own process. */
  function startPhones(port: number): { end(): Promise<Pace> } {
    const args = [port, packPath(), phones, everyMs].map(String)
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../support/processes/pace.ts'), ...args],
      {
        stdio: ['pipe', 'pipe', 'inherit'],
      },
    )
    const output = text(child.stdout)
    return {
      async end() {
        child.stdin.end()
        return JSON.parse(await output) as Pace
      },
    }
  }

  /** Measures the phones of the product and of the bare server while `work` runs. */
  async function watch<T>(work: Promise<T>): Promise<{ ours: Pace; bares: Pace; result: T }> {
    const [ours, bares] = [startPhones(product.port), startPhones(barePort)]
    const result = await work
    return { ours: await ours.end(), bares: await bares.end(), result }
  }

  async function countStored(): Promise<{ sheets: number; receipts: number; keys: Set<string> }> {
    await product.stop()
    const database = await openDatabase({ dataDir: product.dataDir })
    const tenantId = show.tenantId
    const stored = await database.inTenant(tenantId, async (tx) => ({
      sheets: await tx.selectFrom('sheet').select('key').execute(),
      receipts: await tx
        .selectFrom('receipt')
        .where('action', '=', 'submit_judging_form')
        .where('outcome', '=', 'accepted')
        .select('key')
        .execute(),
    }))
    await database.close()
    await product.start()
    return {
      sheets: stored.sheets.length,
      receipts: stored.receipts.length,
      keys: new Set(stored.sheets.map(({ key }) => key)),
    }
  }

  it('are all answered within seconds, while phones go on opening the event', async () => {
    const slowness = measureSlowness()
    let good = 0
    let round = 0
    const keys = new Set<string>()
    while (round < rounds && good < goodRounds) {
      round += 1
      // a server that has just started has empty caches
      await product.stop()
      await product.start()
      await watch(pause(calmMs / 2))
      const before = await watch(pause(calmMs))
      const during = await watch(sendSheets({ ...show, sheets: sheetsEach, perRequest: 50 }))
      const sending = during.result
      if (isGood(during.ours, before.ours, during.bares)) good += 1
      for (const key of sending.keys) keys.add(key)
      console.info(
        `sheets ${sending.accepted} of ${judges * sheetsEach} in ${(sending.ms / 1000).toFixed(2)} s, slowest request ` +
          `${sending.slowestMs.toFixed(0)} ms; packs p50 ${before.ours.p50.toFixed(1)} → ${during.ours.p50.toFixed(1)} ms, ` +
          `p99 ${before.ours.p99.toFixed(1)} → ${during.ours.p99.toFixed(1)} ms (${during.ours.count} asked); ` +
          `bare p99 ${before.bares.p99.toFixed(1)} → ${during.bares.p99.toFixed(1)} ms`,
      )
      expect(sending.refused).toEqual([])
      expect(sending.accepted).toBe(judges * sheetsEach)
      expect(sending.ms).toBeLessThan(longestMs * slowness)
      expect(before.ours.failed + during.ours.failed).toBe(0)
    }
    expect(good, 'rounds in which packs were served as they may').toBe(goodRounds)
    const stored = await countStored()
    const all = round * judges * sheetsEach
    expect(stored).toMatchObject({ sheets: all, receipts: all, keys })
  }, 180_000)
})
