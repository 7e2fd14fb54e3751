// Only our server's result for the entry itself makes it delivered. No other answer of a network does.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { failures } from '../../src/contract/failures.ts'
import { judgeResult } from '../../src/offline/delivery.ts'
import { longestBackOffMs } from '../../src/offline/outboxResults.ts'
import {
  createPhone,
  makeGrant,
  makeReceipt,
  makeSheet,
  type WireBatch,
  type WireBatchEntry,
} from './phone.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

interface Meeting {
  request: IncomingMessage
  response: ServerResponse
  batch: WireBatch
  /** The true answer to the whole batch, which the server has already accepted. */
  answer: string
}

/** A server on a real socket that accepts everything once, and a proxy between it and the phone. */
async function serve(meddle: (meeting: Meeting) => void): Promise<{
  origin: string
  effects: Map<string, number>
  keys: string[]
  behave(): void
}> {
  const effects = new Map<string, number>()
  const keys: string[] = []
  let current = meddle
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    if (body === '') return void response.end('<h1>a page</h1>')
    const batch: WireBatch = JSON.parse(body)
    for (const { key } of batch.entries) {
      keys.push(key)
      if (!effects.has(key)) effects.set(key, 1)
    }
    const answer = JSON.stringify({ success: true, results: batch.entries.map(accept) })
    current({ request, response, batch, answer })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    effects,
    keys,
    behave() {
      current = ({ response, answer }) => {
        response.setHeader('content-type', 'application/json')
        response.end(answer)
      }
    },
  }
}

/** Accepts an entry, with the time of a real server's clock. */
function accept({ key }: WireBatchEntry): Record<string, unknown> {
  return { key, success: true, receipt: makeReceipt(key, 'accepted', Date.now()) }
}

const portal = '<!doctype html><title>Fairground wifi</title><form>Accept the terms</form>'
const other = '00000000-0000-4000-8000-000000000000'

function send(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}

/** rules/offline 4.1: what a proxy may do after the server has acted. */
const faults: [string, (meeting: Meeting) => void][] = [
  ['the answer is dropped after the commit', ({ response }) => response.destroy()],
  ['the connection is reset', ({ request }) => request.socket.resetAndDestroy()],
  ["a captive portal's page with status 200", ({ response }) => send(response, 200, portal, 'text/html')],
  ["a captive portal's page that calls itself JSON", ({ response }) => send(response, 200, portal)],
  ['an empty body', ({ response }) => send(response, 200, '')],
  ['204', ({ response }) => void response.writeHead(204).end()],
  ['a JSON that is not ours', ({ response }) => send(response, 200, '{"status":"ok"}')],
  ['a bare success', ({ response }) => send(response, 200, '{"success":true}')],
  ['a list', ({ response }) => send(response, 200, '[]')],
  ['null', ({ response }) => send(response, 200, 'null')],
  [
    'a redirect elsewhere',
    ({ request, response }) => void response.writeHead(301, { location: `${request.url}?elsewhere` }).end(),
  ],
  [
    'a redirect that keeps the method, to somebody who repeats the true answer',
    ({ request, response, answer }) => {
      if (request.url?.includes('elsewhere')) send(response, 200, answer)
      else response.writeHead(307, { location: '/dart/core?elsewhere' }).end()
    },
  ],
  [
    'a body cut in the middle',
    ({ response, answer }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length })
      response.write(answer.slice(0, answer.length / 2), () => response.destroy())
    },
  ],
  [
    'a body cut in the middle that seems whole',
    ({ response, answer }) => send(response, 200, answer.slice(0, answer.length / 2)),
  ],
  ...[500, 502, 503, 504].map((status): [string, (meeting: Meeting) => void] => [
    `${status} with a page`,
    ({ response }) => send(response, status, `<h1>${status}</h1>`, 'text/html'),
  ]),
  ['502 with the true answer beneath it', ({ response, answer }) => send(response, 502, answer)],
  ['202 with the true answer', ({ response, answer }) => send(response, 202, answer)],
  ['401 with a page', ({ response }) => send(response, 401, '<h1>Sign in</h1>', 'text/html')],
  ['403 with a page', ({ response }) => send(response, 403, '<h1>Blocked</h1>', 'text/html')],
  ['404 with a page', ({ response }) => send(response, 404, '<h1>Not here</h1>', 'text/html')],
  [
    'our own 503',
    ({ response }) => send(response, 503, '{"success":false,"code":"unavailable","errorMessage":""}'),
  ],
  [
    'our own 500',
    ({ response }) => send(response, 500, '{"success":false,"code":"internal","errorMessage":""}'),
  ],
  [
    'a server that knows no such club for a moment',
    ({ response }) => send(response, 404, '{"success":false,"code":"unknown-tenant","errorMessage":""}'),
  ],
  [
    'a batch without its results',
    ({ response }) => send(response, 200, JSON.stringify({ success: true, results: [] })),
  ],
  [
    "somebody else's results",
    ({ response, batch }) =>
      send(
        response,
        200,
        JSON.stringify({
          success: true,
          results: batch.entries.map(() => accept({ key: other, action: '' })),
        }),
      ),
  ],
  [
    "somebody else's receipts under our keys",
    ({ response, batch }) =>
      send(
        response,
        200,
        JSON.stringify({
          success: true,
          results: batch.entries.map((entry) => ({ ...accept(entry), receipt: makeReceipt(other) })),
        }),
      ),
  ],
  [
    "somebody else's refusals under our keys",
    ({ response, batch }) =>
      send(
        response,
        200,
        JSON.stringify({
          success: true,
          results: batch.entries.map(({ key }) => ({
            key,
            success: false,
            code: 'judging-ended',
            receipt: makeReceipt(other, 'refused'),
          })),
        }),
      ),
  ],
  [
    'successes without a receipt',
    ({ response, batch }) =>
      send(
        response,
        200,
        JSON.stringify({ success: true, results: batch.entries.map(({ key }) => ({ key, success: true })) }),
      ),
  ],
]

test.each(faults)('%s is not delivery; the next try delivers under the same key, once', async (_, fault) => {
  const club = await serve(fault)
  const phone = createPhone()
  await phone.grants.save(makeGrant('41'))
  const sheets = [makeSheet('1'), makeSheet('2')]
  for (const sheet of sheets) await phone.outbox.put(sheet)
  const sender = phone.openSender((url, init) => fetch(url, init), { origin: club.origin })
  await sender.flush()
  expect((await phone.outbox.list()).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
  club.behave()
  phone.time.now += longestBackOffMs
  expect(await sender.flush()).toEqual({ waiting: 0, nextInMs: undefined })
  expect((await phone.outbox.list()).map(({ state }) => state)).toEqual(['accepted', 'accepted'])
  expect([...club.effects.keys()]).toEqual(sheets.map(({ key }) => key))
})

test('an answer that is held past the time limit is unknown, and the entry goes again', async () => {
  const held: ServerResponse[] = []
  // the time is over as soon as the club has the request: no wait, and none that is too short
  const limit = new AbortController()
  const club = await serve(({ response }) => {
    held.push(response)
    limit.abort(new DOMException('The time is over.', 'TimeoutError'))
  })
  const phone = createPhone()
  await phone.grants.save(makeGrant('41'))
  await phone.outbox.put(makeSheet('1'))
  const sender = phone.openSender((url, init) => fetch(url, init), {
    origin: club.origin,
    timeLimit: () => limit.signal,
  })
  await sender.flush()
  expect(await phone.outbox.list()).toMatchObject([
    { state: 'waiting', attempts: 1, fault: { code: 'unreachable' } },
  ])
  for (const response of held) response.destroy()
  club.behave()
  phone.time.now += longestBackOffMs
  await phone.openSender((url, init) => fetch(url, init), { origin: club.origin }).flush()
  expect((await phone.outbox.list())[0]?.state).toBe('accepted')
  expect(club.keys).toHaveLength(2)
  expect(club.effects.size).toBe(1)
})

test('results in another order reach their own entries, and a missing one waits alone', async () => {
  const club = await serve(({ response, batch }) => {
    const [first, second, third] = batch.entries
    if (first === undefined || second === undefined || third === undefined) throw new Error('three sheets')
    const refused = {
      key: third.key,
      success: false,
      code: 'car-not-found',
      errorMessage: 'no such car',
      receipt: makeReceipt(third.key, 'refused'),
    }
    send(response, 200, JSON.stringify({ success: true, results: [refused, accept(first)] }))
  })
  const phone = createPhone()
  await phone.grants.save(makeGrant('41'))
  for (const car of ['1', '2', '3']) await phone.outbox.put(makeSheet(car))
  await phone.openSender((url, init) => fetch(url, init), { origin: club.origin }).flush()
  expect((await phone.outbox.list()).map(({ state }) => state)).toEqual(['accepted', 'waiting', 'refused'])
})

const key = '11111111-1111-4111-8111-111111111111'

const judge = (result: Record<string, unknown> | undefined) =>
  judgeResult({ key, grant: undefined }, result, { at: 0, findNextAt: () => 0 })

test('a batch says first who sends it, by one grant of it, so that a place is kept for it', async () => {
  const said: (string | string[] | undefined)[] = []
  const server = await serve(({ request, response, answer }) => {
    said.push(request.headers['x-showfield-grant'])
    send(response, 200, answer)
  })
  const phone = createPhone()
  await phone.grants.save(makeGrant('41', 'q2Zk-43_characters'))
  await phone.outbox.put(makeSheet('7'))
  await phone.openSender(fetch, { origin: server.origin }).flush()
  expect(said).toEqual(['harrow-uuid.q2Zk-43_characters'])
  // one that no header can hold is left out, and the sheet goes all the same
  await phone.grants.save(makeGrant('41', 'a grant\nof another kind'))
  await phone.outbox.put(makeSheet('8'))
  await phone.openSender(fetch, { origin: server.origin }).flush()
  expect(said.slice(1)).toEqual([undefined])
})

test('each code does what the contract says', () => {
  for (const [code, { deliveryOutcome, status }] of Object.entries(failures)) {
    const withReceipt = judge({ key, success: false, code, receipt: makeReceipt(key, 'refused') })
    expect(withReceipt.kind, `${code} with a receipt`).toBe('refused')
    const without = judge({ key, success: false, code, receipt: null })
    // rules/offline 1.13: a refusal on merit comes with a receipt; invalid-input and key-reused never do
    const isFinal = code === 'invalid-input' || code === 'key-reused'
    const expected = deliveryOutcome === 'refused' && !isFinal ? 'retry' : deliveryOutcome
    expect(without.kind, `${code} (${status}) without a receipt`).toBe(expected)
  }
})

test('a code that this build does not know is as final as its receipt', () => {
  const result = { key, success: false, code: 'class-closed', errorMessage: 'Class 7 is closed.' }
  expect(judge({ ...result, receipt: makeReceipt(key, 'refused') })).toMatchObject({
    kind: 'refused',
    fault: { code: 'class-closed', message: 'Class 7 is closed.' },
  })
  expect(judge({ ...result, receipt: null }).kind).toBe('retry')
})

test('a ballot that came second keeps when the counted one was received, and whether it is on paper', () => {
  const used = { key, success: false, code: 'ballot-used', errorMessage: 'Used.' }
  const receipt = makeReceipt(key, 'refused')
  const usedAt = '2026-06-13T16:55:00.000Z'
  expect(judge({ ...used, usedAt, onPaper: true, receipt })).toMatchObject({
    kind: 'refused',
    fault: { code: 'ballot-used', message: 'Used.', usedAt, onPaper: true },
  })
  // a server of an earlier build does not say it
  expect(judge({ ...used, receipt })).toMatchObject({ fault: { code: 'ballot-used', message: 'Used.' } })
})

test('a receipt that contradicts its answer settles nothing', () => {
  expect(judge({ key, success: true, receipt: makeReceipt(key, 'refused') }).kind).toBe('retry')
  const refusal = { key, success: false, code: 'judging-ended', receipt: makeReceipt(key, 'accepted') }
  expect(judge(refusal).kind).toBe('retry')
  expect(judge({ key: other, success: true, receipt: makeReceipt(key) }).kind).toBe('retry')
  expect(judge(undefined).kind).toBe('retry')
})
