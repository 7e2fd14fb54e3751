// The proxy makes its faults as they are named, and counts a fault only if it hit a submission.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChaosProxy, countStruck, type FaultName, faultNames, startProxy } from './proxy.ts'
import { createRandom } from './random.ts'

const holdMs = 400

describe('the proxy', () => {
  let upstream: Server
  let received: string[]
  let proxy: ChaosProxy | undefined

  beforeEach(async () => {
    received = []
    upstream = createServer((request, response) => {
      let body = ''
      request.on('data', (data) => {
        body += data
      })
      request.on('end', () => {
        received.push(body)
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ success: true, number: received.length, echo: body }))
      })
    })
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  })
  afterEach(async () => {
    await proxy?.close()
    upstream.closeAllConnections()
    upstream.close()
  })

  async function start(only: FaultName, rate = 1): Promise<ChaosProxy> {
    proxy = await startProxy({ random: createRandom(`proxy ${only}`), holdMs, rate, only: [only] })
    proxy.upstreams = [(upstream.address() as AddressInfo).port]
    return proxy
  }

  const submit = (origin: string, init: RequestInit = {}) =>
    fetch(`${origin}/dart/core`, {
      method: 'POST',
      body: JSON.stringify({ action: 'submit_ballot', key: 'k' }),
      ...init,
    })

  it('hands everything on untouched while its rate is 0', async () => {
    const { origin, struck } = await start('drop-request', 0)
    const answer = await submit(origin)
    expect(await answer.json()).toMatchObject({ success: true, number: 1 })
    expect(countStruck(struck)).toBe(0)
  })

  it('leaves what is no submission alone, and does not count it', async () => {
    const { origin, struck, submissions } = await start('drop-request')
    const read = await fetch(`${origin}/dart/core`, { method: 'POST', body: '{"action":"get_event"}' })
    expect(read.status).toBe(200)
    expect((await fetch(`${origin}/portal`)).status).toBe(200)
    expect(countStruck(struck)).toBe(0)
    expect(submissions).toBe(0)
  })

  it.each(['drop-request', 'drop-answer', 'reset', 'cut-body', 'flapping'] as const)(
    'breaks the connection at %s',
    async (fault) => {
      const { origin, struck } = await start(fault)
      await expect(submit(origin).then((answer) => answer.text())).rejects.toThrow()
      expect(struck.get(fault)).toBe(1)
      if (fault === 'drop-request' || fault === 'flapping') expect(received).toHaveLength(0)
      if (fault === 'drop-answer' || fault === 'cut-body') expect(received).toHaveLength(1)
    },
  )

  it.each([
    ['html-500', 500],
    ['html-502', 502],
    ['html-503', 503],
    ['html-504', 504],
    ['too-many-requests', 429],
    ['unauthorized', 401],
    ['captive-portal', 200],
  ] as const)('answers %s with a page', async (fault, status) => {
    const { origin, struck } = await start(fault)
    const answer = await submit(origin)
    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(/^<!doctype html>/)
    expect(struck.get(fault)).toBe(1)
  })

  it('answers with nothing, and from elsewhere', async () => {
    expect((await submit((await start('no-content')).origin)).status).toBe(204)
    await proxy?.close()
    const moved = await submit((await start('moved-elsewhere')).origin, { redirect: 'manual' })
    expect(moved.status).toBe(301)
    expect(moved.headers.get('location')).toBe('/network/terms')
  })

  it('sends duplicates, one after the other, at once, and later', async () => {
    await submit((await start('duplicate-serial')).origin)
    expect(received).toHaveLength(2)
    await proxy?.close()
    received.length = 0
    await submit((await start('duplicate-parallel')).origin)
    expect(received.length).toBeGreaterThan(1)
    await proxy?.close()
    received.length = 0
    await submit((await start('duplicate-later')).origin)
    await expect.poll(() => received.length).toBe(2)
  })

  it('holds an answer past the time that the client gives it', async () => {
    const { origin } = await start('hold-answer')
    await expect(submit(origin, { signal: AbortSignal.timeout(holdMs / 2) })).rejects.toThrow()
    expect(received).toHaveLength(1)
  })

  it("shows somebody another entry's receipt", async () => {
    const { origin, struck } = await start('other-receipt')
    // until there is another answer to show, the request's own answer is sent
    await expect
      .poll(async () => {
        await submit(origin)
        return struck.get('other-receipt') ?? 0
      })
      .toBeGreaterThan(0)
  })

  it('says what a load balancer says when every server is gone', async () => {
    const started = await start('drop-request', 0)
    started.upstreams = [1]
    expect((await submit(started.origin)).status).toBe(502)
    expect(started.struck.get('server-gone')).toBe(1)
  })

  it('draws the same faults for the same seed', () => {
    const draw = (seed: string) => {
      const random = createRandom(seed)
      return Array.from({ length: 50 }, () => random.pick(faultNames))
    }
    expect(draw('7')).toEqual(draw('7'))
    expect(draw('7')).not.toEqual(draw('8'))
  })
})
