// Phones against a server that knows only keys: what each of their safeguards does by itself.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Audit, audit, isClean } from './auditor.ts'
import { openLedger } from './ledger.ts'
import { drainOutbox, judgeCars, liveThroughStorm, type Storm } from './people.ts'
import { createPhone } from './phone.ts'
import { countStruck, type FaultName, startProxy } from './proxy.ts'
import { createRandom } from './random.ts'
import type { Safeguard } from './safeguards.ts'
import type { Show } from './stage.ts'
import type { StoredSubmission } from './stored.ts'

const stormMs = 4000

interface BatchBody {
  entries: Record<string, unknown>[]
}

describe('phones in a storm', () => {
  let folder: string
  let server: Server
  let stored: StoredSubmission[]

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'showfield-chaos-'))
    stored = []
    server = createServer((request, response) => {
      let body = ''
      request.on('data', (data) => {
        body += data
      })
      request.on('end', async () => {
        await wait(5)
        const { entries } = JSON.parse(body) as BatchBody
        const results = entries.map((entry) => {
          const key = String(entry.key)
          if (!stored.some((row) => row.key === key)) stored.push(...toRows(key, entry))
          return { key, success: true, receipt: { key, outcome: 'accepted', at: new Date().toISOString() } }
        })
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ success: true, results }))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** A sheet that is moved is taken back at one car, and stands at another. */
  function toRows(key: string, entry: Record<string, unknown>): StoredSubmission[] {
    const isFiled = entry.action === 'submit_judging_form'
    const row: StoredSubmission = {
      key,
      action: 'submit_judging_form',
      judgeId: String(entry.judgeId),
      voterId: null,
      formId: Number(entry.formId),
      entryId: String(entry.entryId),
      votes: null,
      scores: isFiled ? (entry.scores as StoredSubmission['scores']) : [],
      sequence: Number(entry.sequence),
      current: false,
      withdrawn: !isFiled,
      late: false,
      at: new Date().toISOString(),
    }
    if (entry.action !== 'move_judging_form') return [row]
    const scores = entry.scores as StoredSubmission['scores']
    const target = { entryId: String(entry.toEntryId), sequence: Number(entry.toSequence) }
    return [row, { ...row, ...target, scores, withdrawn: false }]
  }

  /** The real server decides which sheet counts. This one stores everything. */
  function withCurrent(): StoredSubmission[] {
    return stored.map((row) => ({
      ...row,
      current: !stored.some(
        (other) =>
          other.judgeId === row.judgeId &&
          other.entryId === row.entryId &&
          ((other.sequence ?? 0) > (row.sequence ?? 0) ||
            (other.sequence === row.sequence && other.key > row.key)),
      ),
    }))
  }

  async function run(without: Safeguard[] = [], only?: FaultName[]): Promise<Audit> {
    const random = createRandom('phones')
    const proxy = await startProxy({
      random: random.fork('proxy'),
      holdMs: 3600,
      rate: 0.5,
      ...(only === undefined ? {} : { only }),
    })
    proxy.upstreams = [(server.address() as AddressInfo).port]
    const ledger = openLedger(join(folder, `${randomUUID()}.jsonl`), Date.now)
    const startedAt = performance.now()
    const storm: Storm = {
      lengthMs: stormMs,
      elapsed: () => performance.now() - startedAt,
      get isOver() {
        return performance.now() - startedAt > stormMs
      },
    }
    const show: Show = {
      club: 'fairground',
      tenantId: randomUUID(),
      eventId: 1,
      forms: [
        {
          id: 1,
          title: 'Concours',
          criteria: [1, 2, 3].map((id) => ({ id, title: `${id}`, minScore: 0, maxScore: 10, weight: 1 })),
        },
      ],
      cars: Array.from({ length: 15 }, (_, at) => String(101 + at)),
      judges: ['01', '02', '03', '04'],
      voters: [],
    }
    const phones = show.judges.map((judgeId, at) =>
      createPhone({
        name: `phone ${judgeId}`,
        origin: proxy.origin,
        random: random.fork(judgeId),
        ledger,
        skewMs: 0,
        tabs: at === 0 ? 5 : 2,
        without: new Set(without),
      }),
    )
    const { club, tenantId, eventId } = show
    const grantOf = { club, tenantId, eventId, judgeName: '', formId: 0, grant: 'granted', until: '' }
    try {
      for (const [at, phone] of phones.entries()) {
        await phone.saveGrant({ ...grantOf, judgeId: show.judges[at] ?? '' })
      }
      await Promise.all(
        phones.flatMap((phone, at) => {
          const judgeId = show.judges[at] ?? ''
          const chance = random.fork(`work ${judgeId}`)
          return [
            judgeCars({ phone, judgeId, show, cars: show.cars, random: chance, storm }),
            liveThroughStorm({ phone, random: chance.fork('life'), storm }),
          ]
        }),
      )
      proxy.setRate(0)
      const deadline = Date.now() + 20_000
      await Promise.all(phones.map((phone) => drainOutbox(phone, deadline, async () => undefined)))
      const onDevices = (await Promise.all(phones.map((phone) => phone.listDeviceEntries()))).flat()
      return audit({
        ledger,
        onDevices,
        stored: withCurrent(),
        faults: countStruck(proxy.struck),
        seed: 'phones',
      })
    } finally {
      ledger.close()
      await proxy.close()
    }
  }

  it('lose nothing and double nothing with every safeguard in place', async () => {
    const result = await run()
    expect(result.findings).toEqual([])
    expect(isClean(result)).toBe(true)
    expect(result.attempted).toBeGreaterThanOrEqual(60)
  })

  it('double what they send under a fresh key', async () => {
    expect(await run(['key'], ['drop-answer', 'cut-body', 'duplicate-serial'])).toMatchObject({
      lost: 0,
      doubled: expect.toSatisfy((count) => count > 0),
    })
  })

  it('lose what they believe to be delivered by any 200 @proof', async () => {
    expect(await run(['receipt'], ['captive-portal', 'other-receipt'])).toMatchObject({
      invented: expect.toSatisfy((count) => count > 0),
    })
  })

  it('are covered by the key when they have no lock and write nothing ahead @proof', async () => {
    expect((await run(['lock', 'state'])).findings).toEqual([])
  })
})
