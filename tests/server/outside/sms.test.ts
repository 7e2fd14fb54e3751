import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Services } from '../../../src/server/handler.ts'
import { createLog } from '../../../src/server/log.ts'
import { createTexts, longestSendMs } from '../../../src/server/outside/sms.ts'
import { toCodeText } from '../../../src/server/outside/texts.ts'

const number = '+16035550141'
const text = '1234567 is your code.'

describe('a text message', () => {
  let received: { method: string | undefined; authorization: string | undefined; body: string }[]
  let answer: (request: IncomingMessage, response: ServerResponse) => void
  let url: string
  let close: () => Promise<unknown>
  const lines: string[] = []

  beforeEach(async () => {
    received = []
    lines.length = 0
    answer = (_request, response) => response.end('{}')
    const server = createServer((request, response) => {
      let body = ''
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part
      })
      request.on('end', () => {
        received.push({ method: request.method, authorization: request.headers.authorization, body })
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

  async function send(to: string | null, at = url, fetching: typeof fetch = fetch): Promise<void> {
    const works: Promise<unknown>[] = []
    const sendText = createTexts({
      services: { config: { sms: { url: at, token: 'a token of ours' } } } as unknown as Services,
      log: createLog({ write: (line) => void lines.push(line) }),
      fetch: fetching,
      track(work) {
        works.push(work)
        return work
      },
    })
    expect(sendText(to, text)).toBeUndefined()
    await Promise.allSettled(works)
  }

  it('is posted to the service with its token', async () => {
    await send(number)
    expect(received).toEqual([
      { method: 'POST', authorization: 'Bearer a token of ours', body: JSON.stringify({ to: number, text }) },
    ])
    expect(lines).toEqual([])
  })

  it('to nobody is not sent', async () => {
    await send(null)
    expect(received).toEqual([])
  })

  it.each([
    [
      'a refusal',
      'the service answered 500',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end(number),
    ],
    [
      'a redirect, which is not followed',
      'the service answered 307',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(307, { location: '/elsewhere' }).end(),
    ],
    [
      'a cut connection',
      'the service cannot be reached',
      (_: IncomingMessage, response: ServerResponse) => response.destroy(),
    ],
  ] as const)(
    'that met %s is told in the log, without its number and its text',
    async (_name, reason, own) => {
      answer = own
      await send(number)
      expect(received).toHaveLength(1)
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', reason })
      expect(lines.join()).not.toMatch(/6035550141|1234567|a token of ours/)
    },
  )

  it('that nobody answers is given up in time', async () => {
    const timeout: typeof fetch = async (_url, init) => {
      expect(init?.signal).toBeInstanceOf(AbortSignal)
      throw new DOMException('The operation timed out.', 'TimeoutError')
    }
    await send(number, url, timeout)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      reason: `no answer within ${longestSendMs / 1000} seconds`,
    })
  })

  it('is in the language of its reader, and short', () => {
    const name = 'The Great Northern Concours of Carriages, Motor Cars and Other Fine Machines'
    expect(toCodeText('en', '1234567', name)).toMatch(
      /^1234567 is your code for judging at .{59}…\. It is good/,
    )
    expect(toCodeText('es', '1234567', 'Muestra')).toBe(
      '1234567 es su código para juzgar en Muestra. Vale durante diez minutos.',
    )
    expect(toCodeText('es', '1234567', name).length).toBeLessThan(160)
  })
})
