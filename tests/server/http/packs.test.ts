import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EdgeParts } from '../../../src/server/http/edgeContext.ts'
import { createPacks } from '../../../src/server/http/packs.ts'
import { longestPackWaitMs, packRefreshAheadMs, packUnchangedMs } from '../../../src/server/limits/machine.ts'
import type { Engine, FoundPack, PackBodies } from '../../../src/server/process/engine.ts'

function toBodies(version: string): PackBodies {
  const plain = Buffer.from(version)
  return { version, plain, brotli: plain, gzip: plain, zstd: plain }
}

/** An engine that answers when the test says so. */
function createSlowEngine() {
  const waiting: ((found: FoundPack | undefined) => void)[] = []
  const arrivals: (() => void)[] = []
  let changes: number | null = null
  const engine: Pick<Engine, 'findPack' | 'countPackChanges'> = {
    countPackChanges: () => changes,
    findPack: () =>
      new Promise((resolve) => {
        waiting.push(resolve)
        arrivals.shift()?.()
      }),
  }
  return {
    engine,
    waiting,
    /** Resolves when the engine gets a request. */
    requested: () =>
      new Promise<void>((resolve) => (waiting.length > 0 ? resolve() : arrivals.push(resolve))),
    answer: (pack: PackBodies | 'unchanged' | undefined, soldVendors = 'none') =>
      waiting.shift()?.(pack && { pack, soldVendors }),
    /** From now on it reports by itself when something has changed. */
    count(changed: number) {
      changes = changed
    },
  }
}

describe('packs in memory', () => {
  let app: FastifyInstance
  let slow: ReturnType<typeof createSlowEngine>
  let elapsed: number
  let origin: string

  beforeEach(async () => {
    slow = createSlowEngine()
    elapsed = 0
    app = Fastify()
    const parts = {
      engine: slow.engine,
      config: { origin: 'http://localhost', hostDomain: null, trustedProxies: [], defaultTenant: null },
      elapsed: () => elapsed,
    }
    createPacks(parts as unknown as EdgeParts).addTo(app)
    await app.listen({ port: 0, host: '127.0.0.1' })
    origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  afterEach(() => app.close())

  const fetchPack = (known?: string) =>
    fetch(`${origin}/dart/pack/7`, {
      headers: {
        'accept-encoding': 'identity',
        ...(known === undefined ? {} : { 'if-none-match': `"${known}"` }),
      },
    })

  async function fetchFirst(): Promise<void> {
    const first = fetchPack()
    await slow.requested()
    slow.answer(toBodies('one'))
    expect(await (await first).text()).toBe('one')
  }

  it('never say "unchanged" before the engine has said so, however long it takes', async () => {
    await fetchFirst()
    elapsed += packUnchangedMs
    const known = fetchPack('one')
    await slow.requested()
    // a phone without a pack waits only a limited time; by then the other could have had a wrong answer
    const began = performance.now()
    expect(await (await fetchPack()).text()).toBe('one')
    expect(performance.now() - began).toBeGreaterThan(longestPackWaitMs / 2)
    slow.answer(toBodies('two'))
    const answer = await known
    expect([answer.status, await answer.text()]).toEqual([200, 'two'])
  })

  it('count as fresh from when the engine was asked, not from when it answered', async () => {
    await fetchFirst()
    elapsed += packUnchangedMs
    const known = fetchPack('one')
    await slow.requested()
    elapsed += packUnchangedMs
    slow.answer('unchanged')
    expect((await known).status).toBe(304)
    const next = fetchPack('one')
    await slow.requested()
    slow.answer(toBodies('two'))
    expect((await next).status).toBe(200)
  })

  it('are asked for ahead of time, so that nobody waits for a busy engine', async () => {
    await fetchFirst()
    elapsed += packRefreshAheadMs
    expect((await fetchPack('one')).status).toBe(304)
    await slow.requested()
    elapsed = 2 * packRefreshAheadMs - 1
    expect((await fetchPack('one')).status).toBe(304)
    slow.answer(toBodies('two'))
    await expect.poll(async () => (await fetchPack('one')).status).toBe(200)
    expect(slow.waiting).toEqual([])
  })

  it('are not asked for again while the engine counts no change, and at once when it does', async () => {
    slow.count(1)
    await fetchFirst()
    elapsed += 60 * packUnchangedMs
    expect((await fetchPack('one')).status).toBe(304)
    expect(slow.waiting).toEqual([])
    slow.count(2)
    const known = fetchPack('one')
    await slow.requested()
    // committed after that query was read: the answer may not contain it
    slow.count(3)
    slow.answer('unchanged')
    expect((await known).status).toBe(304)
    const next = fetchPack('one')
    await slow.requested()
    slow.answer(toBodies('two'))
    expect((await next).status).toBe(200)
  })

  it('are asked for once, however many phones wait', async () => {
    await fetchFirst()
    elapsed += packUnchangedMs
    const phones = Array.from({ length: 4 }, () => fetchPack('one'))
    await slow.requested()
    slow.answer('unchanged')
    expect((await Promise.all(phones)).map(({ status }) => status)).toEqual([304, 304, 304, 304])
    expect(slow.waiting).toEqual([])
  })

  it('say of which version the vendors beside them are, also when nothing else has changed', async () => {
    slow.count(1)
    await fetchFirst()
    expect((await fetchPack('one')).headers.get('event-vendors')).toBe('none')
    slow.count(2)
    const next = fetchPack('one')
    await slow.requested()
    slow.answer('unchanged', 'v1')
    const answer = await next
    expect([answer.status, answer.headers.get('event-vendors')]).toEqual([304, 'v1'])
    const whole = await fetchPack()
    expect([await whole.text(), whole.headers.get('event-vendors')]).toEqual(['one', 'v1'])
  })
})
