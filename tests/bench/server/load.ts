// A load of keep-alive requests over plain sockets, light enough that the server is the bottleneck. Run as
// `node load.ts <port> <path> <connections> <seconds> <header…>`; prints requests per second.
import { connect } from 'node:net'

const [port, path, connections, seconds, ...headers] = process.argv.slice(2)
const request = Buffer.from(
  `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`,
)
const endAt = performance.now() + Number(seconds) * 1000
let answered = 0
let open = Number(connections)

function findLength(head: string): number {
  const match = /\r\ncontent-length: *(\d+)/i.exec(head)
  if (match?.[1] === undefined) throw new Error(`an answer without a length:\n${head}`)
  return Number(match[1])
}

for (let index = 0; index < Number(connections); index++) {
  const socket = connect(Number(port), '127.0.0.1')
  socket.setNoDelay(true)
  let head: Buffer = Buffer.alloc(0)
  let left = -1
  socket.on('connect', () => socket.write(request))
  socket.on('data', (data: Buffer) => {
    let rest = data
    if (left < 0) {
      head = head.length === 0 ? data : Buffer.concat([head, data])
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      if (!text.startsWith('HTTP/1.1 200')) throw new Error(text)
      left = findLength(text)
      rest = head.subarray(end + 4)
      head = Buffer.alloc(0)
    }
    left -= rest.length
    if (left > 0) return
    left = -1
    answered += 1
    if (performance.now() < endAt) socket.write(request)
    else socket.end()
  })
  socket.on('close', () => {
    open -= 1
    if (open === 0) console.log(answered / Number(seconds))
  })
}
