// One keep-alive connection that sends requests one after another, light enough that the server is the
// bottleneck.
import { connect, type Socket } from 'node:net'
import { endpointPath, tokenHeader } from '../../../src/contract/caller.ts'

export interface LightAnswer {
  readonly status: number
  /** As they came, a line each. */
  readonly headers: string
  readonly text: string
}

export interface Caller {
  /** The address that a trusted proxy would name. */
  readonly from?: string
  /** Of a signed-in member. */
  readonly token?: string
}

export interface LightClient {
  /** A call of the endpoint. One call at a time. */
  call(body: object, caller?: Caller): Promise<LightAnswer>
  get(path: string, headers?: readonly string[]): Promise<LightAnswer>
  close(): void
}

interface Waiting {
  resolve(answer: LightAnswer): void
  reject(error: Error): void
}

export function openLightClient(port: number): LightClient {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let waiting: Waiting | undefined
  let received: Buffer[] = []
  let size = 0
  let head: Head | undefined

  const fail = (error: Error): void => {
    waiting?.reject(error)
    waiting = undefined
  }
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))
  socket.on('data', (data: Buffer) => {
    received.push(data)
    size += data.length
    head ??= readHead(received.length === 1 ? data : Buffer.concat(received))
    if (head === undefined || size < head.end + head.length) return
    const { end, status, length, headers } = head
    const text = Buffer.concat(received).toString('utf8', end, end + length)
    received = []
    size = 0
    head = undefined
    const answered = waiting
    waiting = undefined
    answered?.resolve({ status, headers, text })
  })

  function send(lines: readonly string[], body: string): Promise<LightAnswer> {
    return new Promise((resolve, reject) => {
      if (waiting !== undefined) throw new Error('the answer before has not come yet')
      waiting = { resolve, reject }
      socket.write(`${[...lines, `Host: localhost:${port}`].join('\r\n')}\r\n\r\n${body}`)
    })
  }

  return {
    call(body, { from, token } = {}) {
      const text = JSON.stringify(body)
      const lines = [
        `POST ${endpointPath} HTTP/1.1`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(text)}`,
        ...(from === undefined ? [] : [`X-Forwarded-For: ${from}`]),
        ...(token === undefined ? [] : [`${tokenHeader}: ${token}`]),
      ]
      return send(lines, text)
    },
    get: (path, headers = []) => send([`GET ${path} HTTP/1.1`, ...headers], ''),
    close: () => socket.destroy(),
  }
}

interface Head {
  readonly end: number
  readonly status: number
  readonly headers: string
  readonly length: number
}

function readHead(bytes: Buffer): Head | undefined {
  const blank = bytes.indexOf('\r\n\r\n')
  if (blank < 0) return undefined
  const text = bytes.toString('latin1', 0, blank)
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
  const length = /\r\ncontent-length: *(\d+)/i.exec(text)?.[1]
  if (length === undefined && status !== 304) throw new Error(`an answer without a length:\n${text}`)
  return { end: blank + 4, status, headers: text, length: Number(length ?? 0) }
}
