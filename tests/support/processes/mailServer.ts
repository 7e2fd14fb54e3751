// A mail server for tests: takes mails, and misbehaves on request.
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { findFreePort } from './freePort.ts'

export interface ReceivedMail {
  from: string
  to: string[]
  /** As it came over the wire. */
  raw: string
}

export interface MailServer {
  readonly url: string
  readonly received: ReceivedMail[]
  /** The next recipients or messages are refused with these codes, one each. */
  readonly refuseRecipients: number[]
  readonly refuseMessages: number[]
  /** So many of the next messages are taken, but the connection is cut instead of an answer. */
  cutAfterData: number
  /** So many of the next messages are taken, and nothing is ever answered. */
  silentAfterData: number
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const port = await findFreePort()
  const sockets = new Set<Socket>()
  const state: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    refuseRecipients: [],
    refuseMessages: [],
    cutAfterData: 0,
    silentAfterData: 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  const refuse = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const code = state.refuseRecipients.shift()
      done(code === undefined ? null : refuse(code, `no thanks, ${address}`))
    },
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const code = state.refuseMessages.shift()
        if (code !== undefined) {
          done(refuse(code, `not this, ${session.envelope.rcptTo[0]?.address}`))
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        state.received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString('utf8'),
        })
        if (state.cutAfterData > 0) {
          state.cutAfterData -= 1
          for (const socket of sockets) socket.destroy()
        } else if (state.silentAfterData > 0) state.silentAfterData -= 1
        else done()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('error', () => undefined)
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return state
}

/** A server that sends no greeting. */
export async function startSilentServer(): Promise<{ url: string; close(): void }> {
  const port = await findFreePort()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `smtp://127.0.0.1:${port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export interface ReadMail {
  headers: Map<string, string>
  text: string
  html: string
  attachments: ReadAttachment[]
}

export interface ReadAttachment {
  name: string
  type: string
  disposition: string
  cid: string
  content: Buffer
}

interface MailPart {
  headers: Map<string, string>
  body: Buffer
}

/** Header lines unfolded and decoded, the two bodies, and the files. */
export function readMail(raw: string): ReadMail {
  const parts = listParts(raw)
  const isFile = ({ headers }: MailPart) => headers.has('content-disposition')
  const find = (type: string): string =>
    parts
      .find((part) => !isFile(part) && part.headers.get('content-type')?.startsWith(type))
      ?.body.toString('utf8') ?? ''
  return {
    headers: readHeaders(splitHead(raw)[0]),
    text: find('text/plain'),
    html: find('text/html'),
    attachments: parts.filter(isFile).map(({ headers, body }) => {
      const disposition = headers.get('content-disposition') ?? ''
      return {
        name: /filename="?([^";]+)/.exec(disposition)?.[1] ?? '',
        type: headers.get('content-type') ?? '',
        disposition: disposition.split(';')[0] ?? '',
        cid: headers.get('content-id')?.replace(/^<|>$/g, '') ?? '',
        content: body,
      }
    }),
  }
}

/** The parts that are no list of parts themselves. */
function listParts(raw: string): MailPart[] {
  const [head, body] = splitHead(raw)
  const headers = readHeaders(head)
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) {
    return [{ headers, body: decodeBody(body, headers.get('content-transfer-encoding') ?? '') }]
  }
  return body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((part) => listParts(part.replace(/^\r\n|\r\n$/g, '')))
}

function splitHead(raw: string): [head: string, body: string] {
  const at = raw.indexOf('\r\n\r\n')
  return at < 0 ? [raw, ''] : [raw.slice(0, at), raw.slice(at + 4)]
}

function readHeaders(head: string): Map<string, string> {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  return new Map(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())]
    }),
  )
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : decodeQuoted(word.replaceAll('_', ' ')),
    )
}

function decodeBody(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64')
  return Buffer.from(
    encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body,
    'utf8',
  )
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
