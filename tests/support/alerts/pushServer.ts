// A push service for tests: takes messages over TLS, decrypts them as a browser does, and misbehaves on request.
import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { connect } from 'node:tls'
import type { PushNetwork } from '../../../src/server/providers/pushNetwork.ts'
import { pushServerCertificate, pushServerKey } from './pushCertificate.ts'

/** A browser's subscription. */
export interface TestDevice {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export interface ReceivedPush {
  readonly endpoint: string
  /** The decrypted payload. */
  readonly notice: Record<string, unknown>
  readonly headers: IncomingHttpHeaders
}

/** What the service does with a message, after it has it. */
export type PushAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  /** The connection is cut without an answer. */
  | 'cut'
  /** Nothing is ever answered. */
  | 'silent'

export interface PushServer {
  /** Leads here, from whatever public address a service has. */
  readonly network: PushNetwork
  /** In the order in which they came. */
  readonly received: ReceivedPush[]
  /** The connections that were opened. */
  readonly connections: { readonly address: string; readonly host: string }[]
  /** By the host of the service: what its name resolves to. By default a public address. */
  readonly addresses: Map<string, readonly string[]>
  /** By default every message is accepted. */
  answer(choose: (push: ReceivedPush, turn: number) => PushAnswer | Promise<PushAnswer>): void
  makeDevice(host?: string): TestDevice
  /** Forgets what was received, and answers as in the beginning. */
  reset(): void
  close(): Promise<void>
  readonly port: number
}

const accepted: PushAnswer = { status: 201 }
export const publicAddress = '142.250.1.95'

export async function startPushServer(): Promise<PushServer> {
  const devices = new Map<string, { ecdh: ECDH; auth: Buffer }>()
  const sockets = new Set<Socket>()
  const received: ReceivedPush[] = []
  const connections: { address: string; host: string }[] = []
  const addresses = new Map<string, readonly string[]>()
  let choose: Parameters<PushServer['answer']>[0] = () => accepted
  const server = createServer({ key: pushServerKey, cert: pushServerCertificate }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const endpoint = `https://${request.headers.host}${request.url}`
      const device = devices.get(endpoint)
      if (device === undefined) throw new Error(`nobody has subscribed under ${endpoint}`)
      checkSender(request.headers)
      const notice = JSON.parse(decrypt(Buffer.concat(chunks), device).toString('utf8'))
      const push = { endpoint, notice, headers: request.headers }
      received.push(push)
      void respond(response, push, received.length)
    })
  })
  async function respond(response: ServerResponse, push: ReceivedPush, turn: number): Promise<void> {
    const answer = await choose(push, turn)
    if (answer === 'cut') response.socket?.destroy()
    else if (answer !== 'silent') response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    connections,
    addresses,
    network: {
      resolve: async (host) => addresses.get(host) ?? [publicAddress],
      connect(address, host) {
        connections.push({ address, host })
        return connectToTestServer(port, host)
      },
    },
    answer(chosen) {
      choose = chosen
    },
    makeDevice(host = 'fcm.googleapis.com') {
      const ecdh = createECDH('prime256v1')
      const auth = randomBytes(16)
      const endpoint = `https://${host}/send/${randomBytes(12).toString('hex')}`
      devices.set(endpoint, { ecdh, auth })
      const p256dh = ecdh.generateKeys().toString('base64url')
      return { endpoint, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    reset() {
      received.length = 0
      connections.length = 0
      addresses.clear()
      choose = () => accepted
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** TLS to a test's push service, which must prove the name as the real one must. */
export function connectToTestServer(port: number, host: string) {
  return connect({ host: '127.0.0.1', port, servername: host, ca: pushServerCertificate })
}

/** RFC 8291 and RFC 8188, with a single record. */
function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ECDH; auth: Buffer }): Buffer {
  const salt = body.subarray(0, 16)
  const senderKey = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + senderKey.length)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

/** RFC 8292: who sends it has signed for this service. */
function checkSender({ authorization = '', host }: IncomingHttpHeaders): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as { aud?: unknown }
  if (!isSigned || aud !== `https://${host}`) throw new Error('the message is not signed for this service')
}
