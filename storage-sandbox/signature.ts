// Checks a request's signature as S3 does: AWS Signature Version 4, in the header or in the address.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

export interface SignedRequest {
  readonly method: string
  /** As it came, percent-encoded, without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
}

export interface Credentials {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export type SignatureFault =
  | 'AccessDenied'
  | 'InvalidAccessKeyId'
  | 'SignatureDoesNotMatch'
  | 'RequestTimeTooSkewed'

const longestSkewMs = 15 * 60_000

/** Undefined when it is signed rightly. `now`: epoch milliseconds. */
export function findSignatureFault(
  request: SignedRequest,
  { accessKeyId, secretAccessKey }: Credentials,
  now: number,
): SignatureFault | undefined {
  const signed = request.query.has('X-Amz-Signature') ? readQuery(request) : readHeader(request)
  if (signed === undefined) return 'AccessDenied'
  const [keyId, day = '', region = '', service = '', end = ''] = signed.credential.split('/')
  if (keyId !== accessKeyId) return 'InvalidAccessKeyId'
  if (service !== 's3' || end !== 'aws4_request' || !signed.date.startsWith(day))
    return 'SignatureDoesNotMatch'
  const at = toMs(signed.date)
  if (Number.isNaN(at) || at > now + longestSkewMs || now > at + signed.lifeMs) {
    return signed.isLink ? 'AccessDenied' : 'RequestTimeTooSkewed'
  }
  // without it, somebody on the way could send the request elsewhere
  if (!signed.headers.includes('host')) return 'SignatureDoesNotMatch'
  const scope = [day, region, service, end].join('/')
  const text = ['AWS4-HMAC-SHA256', signed.date, scope, toHash(toCanonical(request, signed))].join('\n')
  const key = [day, region, service, end].reduce<Buffer | string>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const right = createHmac('sha256', key).update(text).digest()
  const given = Buffer.from(signed.signature, 'hex')
  return given.length === right.length && timingSafeEqual(given, right) ? undefined : 'SignatureDoesNotMatch'
}

interface Signed {
  readonly credential: string
  /** As in '20261130T112233Z'. */
  readonly date: string
  readonly headers: readonly string[]
  readonly signature: string
  readonly payload: string
  readonly lifeMs: number
  readonly isLink: boolean
}

function readQuery({ query }: SignedRequest): Signed {
  const get = (name: string) => query.get(`X-Amz-${name}`) ?? ''
  return {
    credential: get('Credential'),
    date: get('Date'),
    headers: get('SignedHeaders').split(';'),
    signature: get('Signature'),
    payload: query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    lifeMs: Number(get('Expires')) * 1000,
    isLink: true,
  }
}

function readHeader({ headers }: SignedRequest): Signed | undefined {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (parts === null) return undefined
  const [, credential = '', names = '', signature = ''] = parts
  return {
    ...{ credential, signature, headers: names.split(';') },
    date: String(headers['x-amz-date']),
    payload: String(headers['x-amz-content-sha256']),
    lifeMs: longestSkewMs,
    isLink: false,
  }
}

function toCanonical({ method, path, query, headers }: SignedRequest, signed: Signed): string {
  const pairs = [...query]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)])
    .sort(([a = '', x = ''], [b = '', y = '']) => (a === b ? (x < y ? -1 : 1) : a < b ? -1 : 1))
  return [
    method,
    path,
    pairs.map((pair) => pair.join('=')).join('&'),
    ...signed.headers.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signed.headers.join(';'),
    signed.payload,
  ].join('\n')
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function toHash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function toMs(date: string): number {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(date) ?? []
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
