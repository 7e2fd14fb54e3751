// A slow line in front of a server. All connections of a browser, page and worker, share its rate: one in each
// direction. Each answer begins late. HTTP/1.1 with keep-alive, so a browser opens six connections at most.
import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** What becomes of one answer: the server has made it, whatever the client gets. */
export type LineFault = 'refuse' | 'reset' | 'cut'

export interface LineOptions {
  /** The port of the server behind the line. */
  to: number
  bitsPerSecond: number
  /** How late the first byte of each answer is. */
  firstByteMs: number
  /** May hold the answer back, and may spoil it. */
  findFault?(path: string): Promise<LineFault | undefined> | LineFault | undefined
}

export interface ShapedLine {
  readonly origin: string
  /** Path and query of each request so far. */
  readonly requests: readonly string[]
  /** Of all answers so far, with their headers. */
  readonly bytes: () => number
  close(): Promise<void>
}

/** As much as one answer sends before the next one has its turn. */
const turnBytes = 1460

export async function startLine({
  to,
  bitsPerSecond,
  firstByteMs,
  findFault = () => undefined,
}: LineOptions): Promise<ShapedLine> {
  const up = createDirection(bitsPerSecond)
  const down = createDirection(bitsPerSecond)
  const agent = new Agent({ keepAlive: true })
  const sockets = new Set<Socket>()
  const requests: string[] = []

  const server = createServer((request, response) => {
    answer().catch(() => response.destroy())

    async function answer(): Promise<void> {
      requests.push(request.url ?? '')
      const body = await readAll(request)
      await up.send(countHead(request) + body.length, () => undefined)
      const answered = await forward(request, body, { to, agent })
      const content = await readAll(answered)
      await wait(firstByteMs)
      const fault = await findFault(request.url ?? '')
      if (fault === 'reset') return void request.socket.destroy()
      if (fault === 'refuse') return void response.writeHead(503, { 'content-type': 'text/html' }).end('Busy')
      await down.send(countHead(answered), () => undefined)
      response.writeHead(answered.statusCode ?? 502, answered.headers)
      if (fault === 'cut') {
        response.write(content.subarray(0, content.length / 2))
        return void response.socket?.destroySoon()
      }
      let sent = 0
      await down.send(content.length, (count) => {
        response.write(content.subarray(sent, sent + count))
        sent += count
      })
      response.end()
    }
  })
  server.keepAliveTimeout = 120_000
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  return {
    origin: `http://localhost:${port}`,
    requests,
    bytes: down.sent,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      agent.destroy()
      await closed
    },
  }
}

interface Transfer {
  left: number
  write(bytes: number): void
  done(): void
}

/** One direction of the line: transfers take turns, and together they are never faster than the rate. */
function createDirection(bitsPerSecond: number) {
  const bytesPerMs = bitsPerSecond / 8000
  const transfers: Transfer[] = []
  let isRunning = false
  let sent = 0

  async function run(): Promise<void> {
    isRunning = true
    let freeAt = performance.now()
    for (let next = transfers.shift(); next !== undefined; next = transfers.shift()) {
      const bytes = Math.min(turnBytes, next.left)
      freeAt += bytes / bytesPerMs
      const restMs = freeAt - performance.now()
      if (restMs > 0) await wait(restMs)
      next.write(bytes)
      sent += bytes
      next.left -= bytes
      if (next.left > 0) transfers.push(next)
      else next.done()
    }
    isRunning = false
  }

  return {
    sent: () => sent,
    send(bytes: number, write: (bytes: number) => void): Promise<void> {
      if (bytes === 0) return Promise.resolve()
      return new Promise((resolve) => {
        transfers.push({ left: bytes, write, done: resolve })
        if (!isRunning) void run()
      })
    },
  }
}

function forward(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  { to, agent }: { to: number; agent: Agent },
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const onward = httpRequest({ host: '127.0.0.1', port: to, method, path: url, headers, agent }, resolve)
    onward.on('error', reject)
    onward.end(body)
  })
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function countHead({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, 40)
}
