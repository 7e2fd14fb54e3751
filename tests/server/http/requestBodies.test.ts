import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { endpointPath } from '../../../src/contract/caller.ts'
import { bodyLimits } from '../../../src/contract/define.ts'
import { largestCallBytes } from '../../../src/contract/index.ts'
import { createBodyReader } from '../../../src/server/http/bodies/requestBodies.ts'
import { webhookPath } from '../../../src/server/providers/cardAddresses.ts'
import { setUpWorld } from '../../support/database/setUp.ts'

const controlsPath = '/sandbox/stripe/test'
const large = bodyLimits.plain + 1

describe('the body of a request', () => {
  const world = setUpWorld('embedded', { env: { TRUSTED_PROXY: '127.0.0.1', DEFAULT_TENANT: 'harbor' } })
  const open = new Set<Socket>()
  afterEach(() => {
    for (const socket of open) socket.destroy()
    open.clear()
  })

  /** Sends the head and so many bytes of the body, and then nothing more. */
  function begin(path: string, declared: number, sent: number, peer = '192.0.2.1'): Socket {
    const socket = connect(world.port, '127.0.0.1')
    open.add(socket)
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${peer}\r\nContent-Type: application/json\r\nContent-Length: ${declared}\r\n\r\n`,
    )
    socket.write('a'.repeat(sent))
    return socket
  }

  /** The head of the answer, and what has arrived of its body. */
  async function readAnswer(socket: Socket): Promise<string> {
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return bytes.toString()
  }

  /** A whole large body, which is no JSON. */
  function sendWhole(peer: string): Promise<string> {
    return readAnswer(begin(endpointPath, large, large, peer))
  }

  it.each([
    [endpointPath, largestCallBytes],
    [webhookPath, 256 * 1024],
    [controlsPath, 100_000],
  ])('%s refuses more than it ever takes, before it comes', async (path, most) => {
    const answer = await readAnswer(begin(path, most + 1, 10))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"code":"body-too-large"')
  })

  it('may be small for everybody, whatever others send', async () => {
    for (let index = 0; index < 16; index += 1) begin(endpointPath, bodyLimits.batch, large)
    expect((await world.post({ action: 'get_tenant' }, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200)
    expect(await sendWhole('192.0.2.2')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('gives its place to the next of its address when it is the slowest there, and its connection ends', async () => {
    const waiting = Array.from({ length: 16 }, () => begin(endpointPath, bodyLimits.batch, large))
    const answers: string[] = []
    const ends = waiting.map(async (socket) => {
      socket.on('data', (bytes: Buffer) => answers.push(bytes.toString()))
      await once(socket, 'close')
    })
    await expect.poll(() => sendWhole('192.0.2.1')).toMatch(/^HTTP\/1\.1 400 /)
    // until all sixteen had come, nobody had to give way
    const sendNext = async () => {
      await sendWhole('192.0.2.1')
      return answers.length
    }
    await expect.poll(sendNext).toBeGreaterThan(0)
    expect(answers[0]).toMatch(/^HTTP\/1\.1 408 /)
    expect(answers[0]).toMatch(/\r\nconnection: close\r\n/i)
    expect(answers[0]).toContain('"code":"body-too-slow"')
    await Promise.race(ends)
  })
})

describe('the speed of a body', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function read(): { raw: Readable; body: Promise<Buffer | string> } {
    const raw = new Readable({ read: () => undefined })
    const request = { raw, ip: '192.0.2.1', headers: {} } as unknown as FastifyRequest
    const body = createBodyReader()(request, bodyLimits.batch).catch(({ code }: { code: string }) => code)
    return { raw, body }
  }
  const send = (raw: Readable, bytes: number) => void raw.emit('data', Buffer.alloc(bytes, 'a'))

  it('is at least a kilobyte a second, over ten seconds', async () => {
    const [slow, steady, small] = [read(), read(), read()]
    send(slow.raw, large)
    for (let second = 1; second <= 60; second += 1) {
      send(steady.raw, 1100)
      if (second > 10) send(slow.raw, 900)
      // a phone with a weak signal, whose sheets are few: it keeps nobody out
      send(small.raw, 100)
      await vi.advanceTimersByTimeAsync(1000)
    }
    expect(await slow.body).toBe('body-too-slow')
    for (const { raw } of [steady, small]) raw.push(null)
    for (const { raw } of [steady, small]) raw.resume()
    vi.useRealTimers()
    expect(await steady.body).toHaveLength(66_000)
    expect(await small.body).toHaveLength(6000)
  })

  it('is nobody’s fault while the server has no time to read', async () => {
    const { raw, body } = read()
    vi.setSystemTime(Date.now())
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 30_000)
    await vi.advanceTimersByTimeAsync(10_000)
    vi.restoreAllMocks()
    raw.push(null)
    raw.resume()
    vi.useRealTimers()
    expect(await body).toHaveLength(0)
  })
})

it('a body in chunks of one byte holds no more than its bytes', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const raw = new Readable({ read: () => undefined })
  const request = { raw, ip: '192.0.2.1', headers: {} } as unknown as FastifyRequest
  const body = createBodyReader()(request, bodyLimits.batch)
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let index = 0; index < large; index += 1) raw.emit('data', Buffer.from('a'))
  collectGarbage()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(2_000_000)
  raw.push(null)
  raw.resume()
  expect((await body).toString()).toBe('a'.repeat(large))
})
