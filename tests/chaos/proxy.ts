// A proxy between app and servers: forwards a request, waits for the answer and then misbehaves, by a seed.
import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from './random.ts'

export const faultNames = [
  'drop-request',
  'drop-answer',
  'duplicate-serial',
  'duplicate-parallel',
  'duplicate-later',
  'hold-answer',
  'reorder',
  'cut-body',
  'reset',
  'html-500',
  'html-502',
  'html-503',
  'html-504',
  'too-many-requests',
  'unauthorized',
  'captive-portal',
  'other-receipt',
  'no-content',
  'moved-elsewhere',
  'flapping',
] as const
export type FaultName = (typeof faultNames)[number]

/** What happened to submissions besides the proxy's own faults: a server died during one. */
export type StruckName = FaultName | 'server-gone'

export interface ProxyOptions {
  random: Random
  /** How long an answer is delayed: longer than the client waits. */
  holdMs: number
  /** Between 0 and 1, for each submission. */
  rate: number
  port?: number
  only?: readonly FaultName[]
}

export interface Submission {
  /** The port of the server that handles it. */
  upstream: number
  /** The browser that sent it. */
  userAgent: string
}

export interface ChaosProxy {
  readonly origin: string
  readonly port: number
  /** The servers that may get requests. */
  upstreams: number[]
  /** How often each fault hit a submission. */
  readonly struck: ReadonlyMap<StruckName, number>
  readonly submissions: number
  setRate(rate: number): void
  /** Browsers that have no network: nothing of theirs arrives. */
  readonly cutOff: Set<string>
  /** Called when a submission is on its way to a server: the moment to kill that server or the browser. */
  readonly onForward: Set<(submission: Submission) => void>
  /** Called when a server has answered a submission and the client does not have the answer yet. */
  readonly onAnswer: Set<(submission: Submission) => void>
  /**
   * Put before the worker's script for browsers with this user agent, so that their worker is changed like
   * their pages.
   */
  readonly workerScripts: Map<string, string>
  close(): Promise<void>
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

interface ProxiedRequest {
  request: IncomingMessage
  response: ServerResponse
  body: Buffer
  isSubmission: boolean
}

const page = (title: string): string => `<!doctype html><title>${title}</title><h1>${title}</h1>`
const portalPage = page('Welcome to Fairground Wi-Fi: accept the terms to go on')
const workerPath = '/sw.js'
const mostRemembered = 40
const longestReorderMs = 1200
const flappingMs = { least: 100, most: 500 }

export async function startProxy({
  random,
  holdMs,
  rate,
  port = 0,
  only,
}: ProxyOptions): Promise<ChaosProxy> {
  const faults = only ?? faultNames
  const struck = new Map<StruckName, number>()
  const sockets = new Set<Socket>()
  const agent = new Agent({ keepAlive: true, maxSockets: 200 })
  /** Answers of accepted submissions, to be sent to another client. */
  const remembered: Answer[] = []
  let chance = rate
  let downUntil = 0
  let submissions = 0
  let passers: (() => void)[] = []

  const strike = (name: StruckName): void => void struck.set(name, (struck.get(name) ?? 0) + 1)

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.socket?.destroy())
  })
  server.keepAliveTimeout = 30_000
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (proxy.cutOff.has(request.headers['user-agent'] ?? '')) return destroy(response)
    const body = await readAll(request)
    const isSubmission = isSubmissionOf(request, body)
    const proxied: ProxiedRequest = { request, response, body, isSubmission }
    if (isSubmission) submissions += 1
    if (Date.now() < downUntil) {
      if (isSubmission) strike('flapping')
      return destroy(response)
    }
    if (!isSubmission || !random.isLucky(chance)) return pass(proxied)
    return misbehave(random.pick(faults), proxied)
  }

  async function pass(proxied: ProxiedRequest): Promise<void> {
    const answer = await forward(proxied)
    if (answer === undefined) return refuse(proxied)
    deliver(proxied.response, bend(proxied, answer))
  }

  function bend({ request }: ProxiedRequest, answer: Answer): Answer {
    const script = proxy.workerScripts.get(request.headers['user-agent'] ?? '')
    if (script === undefined || request.url !== workerPath || answer.status !== 200) return answer
    const { etag: _etag, 'last-modified': _modified, ...headers } = answer.headers
    return { ...answer, headers, body: Buffer.concat([Buffer.from(script), answer.body]) }
  }

  /** All servers are gone: answers like a load balancer. */
  function refuse({ response, isSubmission }: ProxiedRequest): void {
    if (isSubmission) strike('server-gone')
    deliver(response, toPage(502, page('502 Bad Gateway')))
  }

  async function misbehave(fault: FaultName, proxied: ProxiedRequest): Promise<void> {
    const { response } = proxied
    // Some faults happen before the server gets the request, others after the commit. Chance decides.
    const isAfter = random.isLucky(0.6)
    const maybeForward = async (): Promise<void> => {
      if (isAfter) await forward(proxied)
    }
    const say = (answer: Answer): void => {
      strike(fault)
      deliver(response, answer)
    }
    switch (fault) {
      case 'drop-request':
        strike(fault)
        return destroy(response)
      case 'drop-answer':
        await forward(proxied)
        strike(fault)
        return destroy(response)
      case 'duplicate-serial': {
        const first = await forward(proxied)
        const second = await forward(proxied)
        const answer = random.isLucky(0.5) ? first : second
        return answer === undefined ? refuse(proxied) : say(answer)
      }
      case 'duplicate-parallel': {
        const copies = random.between(2, 4)
        const answers = await Promise.all(Array.from({ length: copies }, () => forward(proxied)))
        const answer = answers.find((each) => each !== undefined)
        return answer === undefined ? refuse(proxied) : say(answer)
      }
      case 'duplicate-later': {
        strike(fault)
        const laterMs = random.between(500, 6000)
        void wait(laterMs, undefined, { ref: false })
          .then(() => forward(proxied))
          .catch(() => undefined)
        return pass(proxied)
      }
      case 'hold-answer': {
        const answer = await forward(proxied)
        strike(fault)
        await wait(holdMs, undefined, { ref: false })
        return answer === undefined ? destroy(response) : deliver(response, answer)
      }
      case 'reorder': {
        const { promise, resolve } = Promise.withResolvers<void>()
        passers.push(resolve)
        await Promise.race([promise, wait(longestReorderMs, undefined, { ref: false })])
        strike(fault)
        return pass(proxied)
      }
      case 'cut-body': {
        const answer = await forward(proxied)
        if (answer === undefined) return refuse(proxied)
        strike(fault)
        const at = random.between(0, Math.max(0, answer.body.length - 1))
        response.writeHead(answer.status, {
          ...toHeaders(answer.headers),
          'content-length': answer.body.length,
        })
        response.write(answer.body.subarray(0, at), () => destroy(response))
        return
      }
      case 'reset':
        await maybeForward()
        strike(fault)
        response.socket?.resetAndDestroy()
        return
      case 'html-500':
      case 'html-502':
      case 'html-503':
      case 'html-504': {
        const status = Number(fault.slice(-3))
        await maybeForward()
        return say(toPage(status, page(`${status}`)))
      }
      case 'too-many-requests':
        await maybeForward()
        return say(toPage(429, page('Slow down'), { 'retry-after': String(random.between(1, 2)) }))
      case 'unauthorized':
        await maybeForward()
        return say(toPage(401, page('Sign in to the network'), { 'www-authenticate': 'Basic' }))
      case 'captive-portal':
        await maybeForward()
        return say(toPage(200, portalPage))
      case 'other-receipt': {
        const other = remembered.length === 0 ? undefined : random.pick(remembered)
        if (other === undefined) return pass(proxied)
        await maybeForward()
        return say(other)
      }
      case 'no-content':
        await maybeForward()
        return say({ status: 204, headers: {}, body: Buffer.alloc(0) })
      case 'moved-elsewhere':
        await maybeForward()
        return say(toPage(301, page('Moved'), { location: '/network/terms' }))
      case 'flapping':
        downUntil = Date.now() + random.between(flappingMs.least, flappingMs.most)
        strike(fault)
        return destroy(response)
    }
  }

  /** The answer of a live server; undefined if it died during the request or no server is left. */
  async function forward(proxied: ProxiedRequest): Promise<Answer | undefined> {
    const left = random.shuffle(proxy.upstreams)
    for (const upstream of left) {
      const submission = { upstream, userAgent: proxied.request.headers['user-agent'] ?? '' }
      if (proxied.isSubmission) for (const listener of [...proxy.onForward]) listener(submission)
      const answer = await send(proxied, upstream)
      if (answer === 'refused') continue
      if (answer === 'broken') return undefined
      if (proxied.isSubmission) {
        for (const resolve of passers) resolve()
        passers = []
        if (answer.status === 200 && random.isLucky(0.3)) remember(answer)
        for (const listener of [...proxy.onAnswer]) listener(submission)
      }
      return answer
    }
    return undefined
  }

  function remember(answer: Answer): void {
    if (remembered.length < mostRemembered) remembered.push(answer)
    else remembered[random.between(0, mostRemembered - 1)] = answer
  }

  function send({ request, body }: ProxiedRequest, upstream: number): Promise<Answer | 'refused' | 'broken'> {
    return new Promise((resolve) => {
      const sent = httpRequest(
        {
          host: '127.0.0.1',
          port: upstream,
          agent,
          method: request.method,
          path: request.url,
          headers: {
            ...(request.url === workerPath ? toPlainRequest(request.headers) : toHeaders(request.headers)),
            'content-length': body.length,
          },
        },
        (received) => {
          readAll(received).then(
            (bytes) =>
              resolve({ status: received.statusCode ?? 502, headers: received.headers, body: bytes }),
            () => resolve('broken'),
          )
        },
      )
      sent.on('error', (error: NodeJS.ErrnoException) => {
        // a request on a connection that was kept open too long has not arrived either, but only a refused
        // connection proves it
        resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken')
      })
      sent.end(body)
    })
  }

  const proxy: ChaosProxy = {
    origin: '',
    port: 0,
    upstreams: [],
    onForward: new Set(),
    onAnswer: new Set(),
    workerScripts: new Map(),
    cutOff: new Set(),
    struck,
    get submissions() {
      return submissions
    },
    setRate(next) {
      chance = next
      if (next === 0) downUntil = 0
    },
    async close() {
      agent.destroy()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const taken = (server.address() as AddressInfo).port
  return Object.assign(proxy, { port: taken, origin: `http://localhost:${taken}` })
}

export function countStruck(struck: ReadonlyMap<string, number>): number {
  return [...struck.values()].reduce((sum, count) => sum + count, 0)
}

function isSubmissionOf(request: IncomingMessage, body: Buffer): boolean {
  return (
    request.method === 'POST' && request.url === '/dart/core' && /"action":"submit_/.test(body.toString())
  )
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Leaves out the headers that belong to one connection. */
function toHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    connection: _connection,
    'keep-alive': _keepAlive,
    'transfer-encoding': _encoding,
    'content-length': _length,
    ...others
  } = headers
  return others
}

/** Asks for a whole, uncompressed answer. */
function toPlainRequest(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    'accept-encoding': _accepted,
    'if-none-match': _tag,
    'if-modified-since': _since,
    ...others
  } = toHeaders(headers)
  return others
}

function toPage(status: number, html: string, headers: IncomingHttpHeaders = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
    body: Buffer.from(html),
  }
}

function deliver(response: ServerResponse, { status, headers, body }: Answer): void {
  if (response.destroyed) return
  const hasBody = status !== 204 && status !== 304
  response.writeHead(status, { ...toHeaders(headers), ...(hasBody ? { 'content-length': body.length } : {}) })
  response.end(hasBody ? body : undefined)
}

function destroy(response: ServerResponse): void {
  response.socket?.destroy()
}
