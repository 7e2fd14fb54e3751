import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyRequest } from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { endpointPath } from '../../../src/contract/caller.ts'
import { bodyLimits } from '../../../src/contract/define.ts'
import { largestCallBytes } from '../../../src/contract/index.ts'
import { createBodyReader } from '../../../src/server/http/requestBodies.ts'
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

  it('may be large for so many of one address at a time, and small for everybody', async () => {
    const waiting = Array.from({ length: 16 }, () => begin(endpointPath, bodyLimits.batch, large))
    await expect.poll(() => sendWhole('192.0.2.1')).toMatch(/^HTTP\/1\.1 429 /)
    const refused = await sendWhole('192.0.2.1')
    expect(refused).toMatch(/\r\nretry-after: \d+\r\n/i)
    expect(refused).toContain('"code":"too-many-requests"')
    expect(await sendWhole('192.0.2.2')).toMatch(/^HTTP\/1\.1 400 /)
    expect((await world.post({ action: 'get_tenant' }, { 'x-forwarded-for': '192.0.2.1' })).status).toBe(200)

    waiting[0]?.destroy()
    await expect.poll(() => sendWhole('192.0.2.1')).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('may be large for so many of all addresses at a time', async () => {
    for (let index = 0; index < 128; index += 1) {
      begin(endpointPath, bodyLimits.batch, large, `198.51.100.${Math.floor(index / 16)}`)
    }
    await expect.poll(() => sendWhole('203.0.113.1')).toMatch(/^HTTP\/1\.1 429 /)
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
