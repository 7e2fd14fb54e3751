// Answers to what is no request that Node can read. It comes before any route, so it is written by hand.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Without a body: no browser sends such a thing. */
export function createUnreadableAnswer(
  headers: ReadonlyMap<string, string>,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const lines = [...headers, ['content-length', '0'], ['connection', 'close']].map((pair) => pair.join(': '))
  return (error, socket) => {
    const status = statuses[error.code ?? ''] ?? 400
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines].join('\r\n')
    if (error.code !== 'ECONNRESET' && socket.writable) socket.write(`${head}\r\n\r\n`)
    socket.destroy(error)
  }
}
