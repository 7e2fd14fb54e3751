// Forty judges come back at once with everything that they scored without a network.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import { addJudges, type Show } from '../support/judgedShow.ts'
import { type Product, startProduct } from '../support/product.ts'
import { sendSheets } from '../support/sheetSender.ts'

const judges = 40
const sheetsEach = 100
const longestMs = 10_000
// the packs' goal is for a machine that does nothing else: `npm run proof` holds it
const isProof = process.env.PROOF !== undefined
const phones = 8
const everyMs = 40
const calmMs = 3000
/** Below these nobody notices, whatever it was before. */
const unnoticedMs = isProof ? { p50: 10, p99: 30 } : { p50: 100, p99: 1000 }

interface Pace {
  count: number
  failed: number
  p50: number
  p99: number
}

describe('forty judges who come back at once', () => {
  let product: Product
  let show: Show

  beforeAll(async () => {
    product = await startProduct({ appDir: import.meta.dirname })
    await product.stop()
    show = await addJudges(product, judges)
    await product.start()
  }, 120_000)
  afterAll(() => product.dispose())

  /** Phones that open the event's pack meanwhile, in a process of their own. */
  function startPhones(): { end(): Promise<Pace> } {
    const [tenant] = product.demo.tenants
    const path = `/dart/pack/${show.eventId}?subdomain=${tenant?.subdomain}`
    const args = [product.port, path, phones, everyMs].map(String)
    const child = spawn(process.execPath, [join(import.meta.dirname, '../support/pace.ts'), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const output = text(child.stdout)
    return {
      async end() {
        child.stdin.end()
        return JSON.parse(await output) as Pace
      },
    }
  }

  async function watch(ms: number): Promise<Pace> {
    const calmPhones = startPhones()
    await new Promise((resolve) => setTimeout(resolve, ms))
    return calmPhones.end()
  }

  async function countStored(): Promise<{ sheets: number; receipts: number; keys: Set<string> }> {
    await product.stop()
    const database = await openDatabase({ dataDir: product.dataDir })
    const tenantId = show.tenantId
    const stored = await database.inTenant(tenantId, async (tx) => ({
      sheets: await tx.selectFrom('sheet').where('tenant_id', '=', tenantId).select('key').execute(),
      receipts: await tx
        .selectFrom('receipt')
        .where('tenant_id', '=', tenantId)
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
    await watch(1000)
    const calm = await watch(calmMs)
    const busyPhones = startPhones()
    const sending = await sendSheets({ ...show, sheets: sheetsEach, perRequest: 50 })
    const busy = await busyPhones.end()
    console.info(
      `sheets ${sending.accepted} of ${judges * sheetsEach} in ${(sending.ms / 1000).toFixed(2)} s, slowest request ` +
        `${sending.slowestMs.toFixed(0)} ms; packs p50 ${calm.p50.toFixed(1)} → ${busy.p50.toFixed(1)} ms, ` +
        `p99 ${calm.p99.toFixed(1)} → ${busy.p99.toFixed(1)} ms (${calm.count} and ${busy.count} asked)`,
    )
    expect(sending.refused).toEqual([])
    expect(sending.accepted).toBe(judges * sheetsEach)
    expect(sending.ms).toBeLessThan(longestMs)
    expect(calm.failed + busy.failed).toBe(0)
    expect(busy.p50).toBeLessThanOrEqual(Math.max(2 * calm.p50, unnoticedMs.p50))
    expect(busy.p99).toBeLessThanOrEqual(Math.max(2 * calm.p99, unnoticedMs.p99))
    const stored = await countStored()
    expect(stored).toMatchObject({ sheets: judges * sheetsEach, receipts: judges * sheetsEach })
    expect(stored.keys).toEqual(new Set(sending.keys))
  })
})
