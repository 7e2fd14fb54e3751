// A door in front of a storage that can be shut, so that there is no line to it, and opened again.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface StorageDoor {
  /** The storage's address, through the door. */
  readonly url: string
  /** From now on connections are refused, and those that there were are lost. */
  shut(): Promise<void>
  open(): Promise<void>
}

/** `url`: as STORAGE_URL has it. */
export async function buildStorageDoor(url: string): Promise<StorageDoor> {
  const inside = new URL(new URL(url).searchParams.get('endpoint') ?? '')
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0

  async function open(): Promise<void> {
    if (server !== undefined) return
    server = createServer((outer) => {
      const inner = connect(Number(inside.port), inside.hostname)
      for (const [socket, other] of [
        [outer, inner],
        [inner, outer],
      ] as const) {
        sockets.add(socket)
        socket.on('error', () => other.destroy())
        socket.on('close', () => {
          sockets.delete(socket)
          other.destroy()
        })
        socket.pipe(other)
      }
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  await open()
  return {
    url: url.replace(inside.origin, `http://127.0.0.1:${port}`),
    open,
    async shut() {
      if (server === undefined) return
      const closed = once(server, 'close')
      server.close()
      server = undefined
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
