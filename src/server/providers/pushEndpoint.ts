// Which push endpoints and keys we accept: our own server will post to the endpoint (rules/security 6.1).
import type { ParseUrl } from '../../domain/redirect.ts'
import { longestPushEndpoint } from '../limits/sizes.ts'

// rules/security 6.1: the browsers' push services; each is the host itself or any host below it
export const pushHosts: readonly { host: string; beneath: boolean }[] = [
  { host: 'fcm.googleapis.com', beneath: false },
  { host: 'android.googleapis.com', beneath: false },
  { host: 'push.services.mozilla.com', beneath: true },
  { host: 'push.apple.com', beneath: true },
  { host: 'notify.windows.com', beneath: true },
]
export const authBytes = 16

/**
 * Whether this is an https address of a known push service, on its usual port, without a user name. The text
 * must equal what a URL parser would write, so that two parsers cannot read two different hosts. A fragment is
 * not sent, so it would only make many endpoints of one device.
 */
export function isPushEndpoint(text: string, parse: ParseUrl): boolean {
  if (text.length > longestPushEndpoint) return false
  const authority = /^https:\/\/([a-z0-9.-]+)\//.exec(text)?.[1]
  if (authority === undefined || !isPushHost(authority) || text.includes('#')) return false
  for (const character of text) if (character <= ' ' || character > '~' || character === '\\') return false
  try {
    const url = parse(text, text)
    return url.protocol === 'https:' && url.host === authority && url.href === text
  } catch {
    return false // not an address
  }
}

export function isPushHost(host: string): boolean {
  return pushHosts.some((known) => (known.beneath ? isHostBeneath(host, known.host) : host === known.host))
}

function isHostBeneath(host: string, parent: string): boolean {
  if (!host.endsWith(`.${parent}`)) return false
  return host
    .slice(0, -parent.length - 1)
    .split('.')
    .every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label))
}

/** The browser's public key: an uncompressed point on the curve P-256. */
export function isPushKey(p256dh: string): boolean {
  const bytes = fromBase64Url(p256dh)
  if (bytes?.length !== 65 || bytes[0] !== 4) return false
  return isOnCurve(toInteger(bytes.subarray(1, 33)), toInteger(bytes.subarray(33)))
}

export function isPushAuth(auth: string): boolean {
  return fromBase64Url(auth)?.length === authBytes
}

// SEC 2, secp256r1: y² = x³ - 3x + b (mod p)
const p = 0xffffffff_00000001_00000000_00000000_00000000_ffffffff_ffffffff_ffffffffn
const b = 0x5ac635d8_aa3a93e7_b3ebbd55_769886bc_651d06b0_cc53b0f6_3bce3c3e_27d2604bn

function isOnCurve(x: bigint, y: bigint): boolean {
  if (x >= p || y >= p) return false
  return (y * y - (x * x * x - 3n * x + b)) % p === 0n
}

function toInteger(bytes: Uint8Array): bigint {
  let value = 0n
  for (const byte of bytes) value = (value << 8n) | BigInt(byte)
  return value
}

/** Undefined for text that no encoder writes. Padding is optional. */
function fromBase64Url(text: string): Uint8Array | undefined {
  const digits = text.replace(/={1,2}$/, '')
  const bytes = Buffer.from(digits, 'base64url')
  return bytes.toString('base64url') === digits ? bytes : undefined
}
