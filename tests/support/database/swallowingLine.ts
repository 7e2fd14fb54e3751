// The way to a database server, which can lose everything without a word, as a network that is cut off does.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SwallowingLine {
  readonly port: number
  /** From now on what a client sends is lost, if it contains this text, and all that it sends after it. */
  swallow(text?: string): void
  /** How many connections have lost something. */
  countSwallowed(): number
  /** Ends the connections that have lost something, and loses nothing more. */
  mend(): void
  close(): Promise<void>
}

export async function openSwallowingLine(toPort: number): Promise<SwallowingLine> {
  const sockets = new Set<Socket>()
  const lost = new Set<Socket>()
  let swallowed: string | undefined
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }
  const server = createServer((from) => {
    const to = connect(toPort, '127.0.0.1')
    keep(from)
    keep(to)
    from.on('data', (chunk) => {
      if (swallowed !== undefined && chunk.includes(swallowed)) lost.add(from)
      if (!lost.has(from)) to.write(chunk)
    })
    to.on('data', (chunk) => {
      if (swallowed === '') lost.add(from)
      if (!lost.has(from)) from.write(chunk)
    })
    from.on('close', () => to.destroy())
    to.on('close', () => {
      if (!lost.has(from)) from.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    swallow(text = '') {
      swallowed = text
    },
    countSwallowed: () => lost.size,
    mend() {
      swallowed = undefined
      for (const socket of lost) socket.destroy()
      lost.clear()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
