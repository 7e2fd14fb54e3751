import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toCodeText } from '../../../src/server/areas/judging/letters.ts'
import { longestTextMessageMs } from '../../../src/server/limits/machine.ts'
import { postText } from '../../../src/server/providers/sms.ts'

const message = {
  uuid: '6a1f6c5e-0b55-4a6e-9a52-6a4a60f3d111',
  to: '+16035550141',
  text: '1234567 is your code.',
}

describe('a text message', () => {
  let received: { method: string | undefined; headers: IncomingMessage['headers']; body: string }[]
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let url: string
  let close: () => Promise<unknown>

  beforeEach(async () => {
    received = []
    answer = (_request, response) => response.end('{}')
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      request.on('end', () => {
        received.push({ method: request.method, headers: request.headers, body })
        answer(request, response)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
    close = async () => {
      server.closeAllConnections()
      server.close()
    }
  })
  afterEach(() => close())

  const send = (fetching: typeof fetch = fetch) =>
    postText(fetching, { url, token: 'a token of ours' }, message)

  it('is posted to the service with its token, and with a name by which a repeat is known', async () => {
    await send()
    expect(received).toMatchObject([
      {
        method: 'POST',
        headers: { authorization: 'Bearer a token of ours', 'idempotency-key': message.uuid },
        body: JSON.stringify({ to: message.to, text: message.text }),
      },
    ])
  })

  it.each([
    [
      'a fault',
      { message: 'the service answered 500', isFinal: false },
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end(message.to),
    ],
    [
      'too many requests',
      { message: 'the service answered 429', isFinal: false },
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(429).end(message.to),
    ],
    [
      'a refusal',
      { message: 'the service answered 422', isFinal: true },
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(422).end(message.to),
    ],
    [
      'a redirect, which is not followed',
      { message: 'the service answered 307', isFinal: false },
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(307, { location: '/elsewhere' }).end(),
    ],
    [
      'a cut connection',
      { message: 'the service cannot be reached', isFinal: false },
      (_: IncomingMessage, response: ServerResponse) => response.destroy(),
    ],
  ] as const)('that met %s says so, without its number and its text', async (_name, fault, own) => {
    answer = own
    await expect(send()).rejects.toMatchObject({ name: 'JobFault', ...fault })
    expect(received).toHaveLength(1)
  })

  it('that nobody answers is given up in time', async () => {
    const timeout: typeof fetch = async (_url, init) => {
      expect(init?.signal).toBeInstanceOf(AbortSignal)
      throw new DOMException('The operation timed out.', 'TimeoutError')
    }
    await expect(send(timeout)).rejects.toMatchObject({
      message: `no answer within ${longestTextMessageMs / 1000} seconds`,
      isFinal: false,
    })
  })

  it('is in the language of its reader, and short', () => {
    const name = 'The Great Northern Concours of Carriages, Motor Cars and Other Fine Machines'
    expect(toCodeText('en', '1234567', name)).toMatch(
      /^1234567 is your code for judging at .{59}…\. It is good/,
    )
    expect(toCodeText('es', '1234567', 'Muestra')).toBe(
      '1234567 es su código para evaluar en Muestra. Vale durante diez minutos.',
    )
    expect(toCodeText('es', '1234567', name).length).toBeLessThan(160)
  })
})
