// A door in front of a running server, with its own address. While it is shut, the server is gone for clients
// of the door.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { Product } from './product.ts'

export interface Door {
  /** The server as reached through the door. Opens the door; the address stays the same. */
  product(server: Product): Product
  /** Opens the door before the next test. */
  open(): Promise<void>
  shut(): Promise<void>
}

export async function makeDoor(): Promise<Door> {
  let leadsTo = 0
  let port = 0
  let listening: Server | undefined
  const sockets = new Set<Socket>()

  function hold(socket: Socket): void {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }

  async function open(): Promise<void> {
    if (listening !== undefined) return
    const server = createServer((inner) => {
      const outer = connect(leadsTo, '127.0.0.1')
      hold(inner)
      hold(outer)
      inner.on('close', () => outer.destroy())
      outer.on('close', () => inner.destroy())
      inner.pipe(outer).pipe(inner)
    })
    listening = server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    port = address.port
  }

  async function shut(): Promise<void> {
    const server = listening
    if (server === undefined) return
    listening = undefined
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await open()
  return {
    open,
    shut,
    product(server) {
      leadsTo = server.port
      return {
        ...server,
        origin: `http://localhost:${port}`,
        port,
        start: open,
        async stop() {
          await shut()
          return 0
        },
        kill: shut,
      }
    },
  }
}
