// Sends one encrypted message to a push service, and says what came of it.
import { request } from 'node:https'
import type { TLSSocket } from 'node:tls'
import webPush from 'web-push'
import { connectionsPerPushService, longestPushMs } from '../limits/machine.ts'
import { largestPushAnswerBytes } from '../limits/sizes.ts'
import { longestPushServiceRestMs, pushServiceRestMs, pushSignatureLifeMs } from '../limits/times.ts'
import { pushes } from '../process/figures.ts'
import { isAddress } from '../process/mailAddress.ts'
import type { Services } from '../process/services.ts'
import type { PushKeys } from './push.ts'
import { isPushAuth, isPushEndpoint, isPushKey } from './pushEndpoint.ts'
import { PushAgent, type PushNetwork, RefusedAddress } from './pushNetwork.ts'

export interface PushTarget {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

export interface PushMessage {
  /** At most 3,000 bytes, so that it fits encrypted. */
  readonly payload: string
  /** How long the service keeps it for a device that is away. */
  readonly ttlSeconds: number
  readonly urgency: 'normal' | 'high'
}

export type PushResult =
  | { readonly is: 'sent' }
  /** Nobody is behind this endpoint any more. */
  | { readonly is: 'gone' }
  /** It cannot be sent. */
  | { readonly is: 'refused'; readonly reason: string }
  /** Not delivered; it may be later. `hostWaitMs`: until then the whole service is left alone. */
  | { readonly is: 'later'; readonly reason: string; readonly hostWaitMs: number }
  /** It went out, and no answer came: nobody knows whether it arrives. */
  | { readonly is: 'lost'; readonly reason: string }

export interface PushSender {
  send(target: PushTarget, message: PushMessage, now: number): Promise<PushResult>
  close(): void
}

export interface PushSenderParts {
  readonly network: PushNetwork
  readonly keys: PushKeys
  /** Who we are, for the push service: an https or mailto address. */
  readonly subject: string
  readonly longestMs?: number
}

export function createPushSender({
  network,
  keys,
  subject,
  longestMs = longestPushMs,
}: PushSenderParts): PushSender {
  const agent = new PushAgent(network, { maxSockets: connectionsPerPushService })
  /** By service, because signing takes longer than everything else. */
  const signed = new Map<string, { authorization: string; until: number }>()

  function authorize(audience: string, now: number): string {
    const known = signed.get(audience)
    if (known !== undefined && now < known.until) return known.authorization
    const expiration = Math.floor((now + pushSignatureLifeMs) / 1000)
    const { Authorization: authorization } = webPush.getVapidHeaders(
      audience,
      subject,
      keys.publicKey,
      keys.privateKey,
      'aes128gcm',
      expiration,
    )
    signed.set(audience, { authorization, until: now + pushSignatureLifeMs / 2 })
    return authorization
  }

  const send: PushSender['send'] = async (
    { endpoint, p256dh, auth },
    { payload, ttlSeconds, urgency },
    now,
  ) => {
    // checked again: what is stored may be older than the rule
    if (!isPushEndpoint(endpoint, (text, base) => new URL(text, base))) {
      return { is: 'refused', reason: 'the endpoint is not of a push service' }
    }
    if (!isPushKey(p256dh) || !isPushAuth(auth)) return { is: 'refused', reason: 'the keys are not valid' }
    const { origin } = new URL(endpoint)
    const { cipherText } = webPush.encrypt(p256dh, auth, payload, 'aes128gcm')
    const headers = {
      authorization: authorize(origin, now),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      'content-length': cipherText.length,
      ttl: Math.max(0, Math.floor(ttlSeconds)),
      urgency,
    }
    return post(agent, endpoint, headers, cipherText, { now, longestMs })
  }

  return {
    async send(...given) {
      const result = await send(...given)
      pushes.inc({ outcome: result.is })
      return result
    },
    close: () => agent.destroy(),
  }
}

function post(
  agent: PushAgent,
  endpoint: string,
  headers: Record<string, string | number>,
  body: Buffer,
  { now, longestMs }: { now: number; longestMs: number },
): Promise<PushResult> {
  return new Promise((resolve) => {
    let isOut = false
    const sending = request(endpoint, { method: 'POST', agent, headers })
    const timer = setTimeout(() => sending.destroy(new Error('no answer in time')), longestMs)
    const end = (result: PushResult): void => {
      clearTimeout(timer)
      resolve(result)
    }
    sending.on('socket', (socket) => {
      // nothing of the message leaves before the service has proven its name
      if (sending.reusedSocket) isOut = true
      else (socket as TLSSocket).once('secureConnect', () => (isOut = true))
    })
    sending.on('response', (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > largestPushAnswerBytes) response.destroy()
      })
      response.on('error', () => undefined)
      const { statusCode = 0 } = response
      end(toResult(statusCode, response.headers['retry-after'], now))
    })
    sending.on('error', (error: NodeJS.ErrnoException) => {
      if (error instanceof RefusedAddress) end({ is: 'refused', reason: error.message })
      else if (isOut) end({ is: 'lost', reason: 'no answer came' })
      else end({ is: 'later', reason: 'the push service cannot be reached', hostWaitMs: pushServiceRestMs })
    })
    sending.end(body)
  })
}

function toResult(status: number, retryAfter: string | undefined, now: number): PushResult {
  if (status >= 200 && status <= 299) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  const reason = `the push service answered ${status}`
  if (status === 429 || status === 503) {
    return { is: 'later', reason, hostWaitMs: readRetryAfter(retryAfter, now) }
  }
  if (status >= 500) return { is: 'later', reason, hostWaitMs: 0 }
  // also a redirect, which is never followed
  return { is: 'refused', reason }
}

/** Seconds, or a date. */
function readRetryAfter(text: string | undefined, now: number): number {
  if (text === undefined) return pushServiceRestMs
  const wait = /^\d{1,9}$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(wait) ? pushServiceRestMs : Math.min(Math.max(wait, 0), longestPushServiceRestMs)
}

export function openPushSender(
  { config }: Pick<Services, 'config'>,
  network: PushNetwork,
  keys: PushKeys,
): PushSender {
  return createPushSender({ network, keys, subject: findSubject(config) })
}

/** How push services reach us: our address, or that of our mails. Some refuse a sender without either. */
function findSubject({ origin, mail }: Services['config']): string {
  if (origin.startsWith('https:')) return origin
  const from = /<([^<>]+)>\s*$/.exec(mail?.from ?? '')?.[1] ?? mail?.from ?? ''
  return isAddress(from) ? `mailto:${from}` : 'mailto:operator@localhost'
}
