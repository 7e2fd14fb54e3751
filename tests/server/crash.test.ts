// Kills the server again and again, like a power cut, and counts what it had acknowledged.
import { spawn } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaller, type Fetch } from '../../src/contract/caller.ts'
import { type Product, startProduct } from '../support/browsers/product.ts'
import { inTwoSizes } from '../support/run/longTests.ts'
import { measureSlowness } from '../support/run/machine.ts'

/** On the machine of the budgets. */
const longestStartMs = 5000
const writersPerRound = 6

const keys = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

interface Acknowledged {
  key: string
  endpoint: string
  subscriberId: number | null
  at: string
}

describe('a server that is killed', () => {
  let product: Product

  beforeAll(async () => {
    // no app: the test opens only the data folder again
    product = await startProduct({ env: { TRUSTED_PROXY: '127.0.0.1' }, appDir: import.meta.dirname })
  }, 120_000)
  afterAll(() => product.dispose())

  function createClubCaller() {
    const tenantId = product.demo.tenants[0]?.id ?? 0
    return createCaller({
      // each from its own phone: so many subscriptions of one address would reach its limit
      fetch: ((url, init) =>
        fetch(url, {
          ...(init as RequestInit),
          headers: {
            ...init.headers,
            'x-forwarded-for': `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}`,
          },
        })) satisfies Fetch,
      origin: product.origin,
      envelope: () => ({ tenantId }),
      findToken: () => undefined,
      saveToken: () => {},
    })
  }

  async function subscribe({ key, endpoint }: { key: string; endpoint: string }): Promise<Acknowledged> {
    const answer = await createClubCaller().call('webpush_subscribe', { key, endpoint, keys })
    if (answer.receipt === null || answer.receipt === undefined) throw new Error('no receipt')
    return { key, endpoint, subscriberId: answer.subscriberId, at: answer.receipt.at }
  }

  for (const { size: kills, isLong, tag } of inTwoSizes(1, 30))
    it(`has kept everything that it acknowledged, and opens again by itself${tag}`, {
      timeout: kills * 15_000 + 60_000,
    }, async () => {
      const acknowledged: Acknowledged[] = []
      const starts: number[] = []
      const exported = join(product.dataDir, 'club.json')
      const subdomain = product.demo.tenants[0]?.subdomain ?? ''
      expect(await product.club('export', exported, '--tenant', subdomain)).toMatchObject({ code: 0 })
      if (isLong) {
        await product.stop()
        await product.start()
      }
      for (let round = 0; round < kills; round++) {
        let running = true
        const isBegun = Promise.withResolvers<void>()
        const begun = acknowledged.length + writersPerRound
        const writers = Array.from({ length: writersPerRound }, async () => {
          while (running && acknowledged.length < (round + 1) * 12) {
            const write = {
              key: randomUUID(),
              endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
            }
            try {
              acknowledged.push(await subscribe(write))
              if (acknowledged.length >= begun) isBegun.resolve()
            } catch {
              return // the kill: this write was not acknowledged and does not count
            }
          }
        })
        const importing = product.club('import', exported)
        // however slow the machine is, some writes are acknowledged
        await isBegun.promise
        await new Promise((resolve) => setTimeout(resolve, randomInt(20, 900)))
        await product.kill()
        running = false
        await Promise.all([...writers, importing])
        const startedAt = performance.now()
        await product.start()
        starts.push(performance.now() - startedAt)
      }
      let lost = 0
      for (const before of acknowledged) {
        if (!isDeepStrictEqual(await subscribe(before), before)) lost += 1
      }
      const [slowest = 0, ...others] = starts.map(Math.round).sort((a, b) => b - a)
      const middle = others[Math.floor(others.length / 2)]
      console.info(
        `kills ${kills} acknowledged ${acknowledged.length} lost ${lost} starts ${middle} ms, slowest ${slowest} ms`,
      )
      expect(acknowledged.length).toBeGreaterThan(kills)
      expect(lost).toBe(0)
      // while other tests run, the time says only how busy the machine is
      if (isLong) expect(slowest).toBeLessThan(longestStartMs * measureSlowness())
    })

  it('refuses a second server on the same folder with a sentence that says what to do', async () => {
    const second = spawn(process.execPath, [join(import.meta.dirname, '../../src/server/main.ts')], {
      env: { ...process.env, DATA_DIR: product.dataDir, PORT: '0', HOST: '127.0.0.1' },
    })
    let output = ''
    second.stderr.on('data', (data) => {
      output += data
    })
    const [code] = await once(second, 'close')
    expect(code).toBe(1)
    expect(output).toMatch(/^The data folder .+ is in use by another Showfield process\. .+\n$/)
    expect(output.trimEnd().split('\n')).toHaveLength(1)
    expect(output).toContain(product.dataDir)
    expect((await fetch(`${product.origin}/readyz`)).status, 'the first goes on').toBe(200)
  })
})
