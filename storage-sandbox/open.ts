// A storage that speaks S3, in memory, for tests: as strict as the strictest that is known, and it can be told to
// misbehave. It knows what the server uses of S3 and refuses everything else.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Bucket, beginUpload, createBucket, endUpload, toObject } from './bucket.ts'
import { type Credentials, findSignatureFault } from './signature.ts'

export type Misbehaviour =
  /** 500, and nothing is done. */
  | 'fail'
  /** 503, and nothing is done. */
  | 'slow-down'
  /** No answer until the sandbox is told otherwise or closes. */
  | 'stall'
  /** The line is lost before anything is done. */
  | 'cut'
  /** Everything is done, and the line is lost before the answer. */
  | 'lose-answer'
  /** Half of the content, then the line is lost. */
  | 'half'
  /** Half of the content, then nothing more. */
  | 'stall-inside'
  /** Content with one bit changed, in either direction. */
  | 'wrong'
  | 'full'

export interface SandboxRequest {
  readonly method: string
  readonly key: string
  /** How many there were, this one included. */
  readonly count: number
}

export interface StorageSandbox extends Credentials {
  /** What STORAGE_URL says. */
  readonly url: string
  readonly bucket: Bucket
  /** Method and key of each request, in their order. */
  readonly requests: readonly string[]
  /** What it does with each request from now on; undefined: its work. Ends stalls. */
  misbehave(choose?: (request: SandboxRequest) => Misbehaviour | undefined): void
  close(): Promise<void>
}

export interface SandboxOptions {
  /** With what is in it. */
  readonly bucket?: Bucket
  readonly now?: () => number
  /** How many keys a page of a list has. */
  readonly listPage?: number
}

const region = 'sandbox-1'
const name = 'pictures'

export async function openStorageSandbox({
  bucket = createBucket(),
  now = Date.now,
  listPage = 1000,
}: SandboxOptions = {}): Promise<StorageSandbox> {
  const credentials = { accessKeyId: 'SANDBOXKEY', secretAccessKey: 'sandbox/secret+of=nobody' }
  const requests: string[] = []
  let choose: Parameters<StorageSandbox['misbehave']>[0]
  let stalled: (() => void)[] = []

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) response.writeHead(500)
      response.end(String(error))
    })
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '/', headers } = request
    const [path = '', search = ''] = url.split('?')
    const query = new URLSearchParams(search)
    const [, , ...rest] = path.split('/')
    const key = decodeURIComponent(rest.join('/'))
    requests.push(`${method} ${key}`)
    const chosen = choose?.({ method, key, count: requests.length })
    if (chosen === 'stall') await new Promise<void>((end) => stalled.push(end))
    if (chosen === 'stall' || chosen === 'cut') {
      request.socket.destroy()
      return
    }
    let bytes: Buffer
    try {
      bytes = await readBody(request)
    } catch {
      return
    }
    if (chosen === 'wrong') bytes = spoil(bytes)
    const found = decide({ method, path, key, query, headers, bytes }, chosen)
    if (chosen === 'lose-answer') request.socket.destroy()
    else send(found)

    function send({ status, heads, body }: Answer): void {
      const length = { 'content-length': String(body.length) }
      response.writeHead(status, { ...length, ...heads })
      if (method === 'HEAD') response.end()
      else if (chosen === 'wrong' && status < 300) response.end(spoil(body))
      else if (chosen === 'half' || chosen === 'stall-inside') {
        response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
          if (chosen === 'half') request.socket.destroy()
        })
      } else response.end(body)
    }
  }

  function decide(asked: Asked, chosen: Misbehaviour | undefined): Answer {
    if (chosen === 'fail') return refuse(500, 'InternalError')
    if (chosen === 'slow-down') return refuse(503, 'SlowDown')
    const fault = findSignatureFault(asked, credentials, now())
    if (fault !== undefined) return refuse(403, fault)
    if (asked.path.split('/')[1] !== name) return refuse(404, 'NoSuchBucket')
    const bodyFault = findBodyFault(asked)
    if (bodyFault !== undefined) return refuse(bodyFault === 'MissingContentLength' ? 411 : 400, bodyFault)
    if (chosen === 'full' && ['PUT', 'POST'].includes(asked.method)) return refuse(507, 'InsufficientStorage')
    return work(asked)
  }

  function work(asked: Asked): Answer {
    const { method, key, query, headers, bytes } = asked
    if (key === '') {
      const isList = method === 'GET' && query.get('list-type') === '2'
      return isList ? list(query) : refuse(501, 'NotImplemented')
    }
    if (method === 'POST' && query.has('uploads')) {
      return toXml('InitiateMultipartUploadResult', `<UploadId>${beginUpload(bucket, key)}</UploadId>`)
    }
    if (query.has('uploadId')) return workOnUpload(asked)
    if (method === 'DELETE') {
      bucket.objects.delete(key)
      return { ...done, status: 204 }
    }
    if (method === 'PUT') {
      if (headers['if-none-match'] === '*' && bucket.objects.has(key))
        return refuse(412, 'PreconditionFailed')
      const object = toObject(bytes)
      bucket.objects.set(key, object)
      return { ...done, heads: { etag: object.etag } }
    }
    return method === 'GET' || method === 'HEAD' ? read(asked) : refuse(405, 'MethodNotAllowed')
  }

  function read({ key, query, headers }: Asked): Answer {
    const object = bucket.objects.get(key)
    if (object === undefined) return refuse(404, 'NoSuchKey')
    const chosen = ['content-type', 'content-disposition', 'cache-control'].flatMap((header) => {
      const value = query.get(`response-${header}`)
      return value === null ? [] : [[header, value] as const]
    })
    const modified = object.modifiedAt.toUTCString()
    const heads = { etag: object.etag, 'last-modified': modified, ...Object.fromEntries(chosen) }
    const size = object.bytes.length
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (first === undefined) return { status: 200, heads, body: object.bytes }
    if (Number(first) >= size) return refuse(416, 'InvalidRange')
    const end = Math.min(Number(last), size - 1)
    return {
      status: 206,
      heads: { ...heads, 'content-range': `bytes ${first}-${end}/${size}` },
      body: object.bytes.subarray(Number(first), end + 1),
    }
  }

  function workOnUpload({ method, query, bytes }: Asked): Answer {
    const id = query.get('uploadId') ?? ''
    const upload = bucket.uploads.get(id)
    if (upload === undefined) return refuse(404, 'NoSuchUpload')
    if (method === 'DELETE') {
      bucket.uploads.delete(id)
      return { ...done, status: 204 }
    }
    if (method === 'PUT') {
      const part = toObject(bytes)
      upload.parts.set(Number(query.get('partNumber')), part)
      return { ...done, heads: { etag: part.etag } }
    }
    const named = [...bytes.toString('utf8').matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, text = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
      etag: (/<ETag>(.*?)</.exec(text)?.[1] ?? '').replaceAll('&quot;', '"'),
    }))
    const ended = endUpload(bucket, id, named)
    if ('code' in ended) return refuse(400, ended.code)
    return toXml('CompleteMultipartUploadResult', `<ETag>${ended.etag}</ETag>`)
  }

  function list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const keys = [...bucket.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const shown = keys.slice(0, listPage)
    const next = keys.length > shown.length ? shown.at(-1) : undefined
    const contents = shown.map((key) => {
      const { bytes, etag } = bucket.objects.get(key) ?? toObject(Buffer.of())
      return `<Contents><Key>${key}</Key><Size>${bytes.length}</Size><ETag>${etag}</ETag></Contents>`
    })
    const more = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    return toXml(
      'ListBucketResult',
      `<IsTruncated>${next !== undefined}</IsTruncated>${contents.join('')}${more}`,
    )
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`

  function endStalls(): void {
    const waiting = stalled
    stalled = []
    for (const end of waiting) end()
  }

  return {
    ...credentials,
    url: `s3://${name}?endpoint=${endpoint}&region=${region}`,
    bucket,
    requests,
    misbehave(next) {
      choose = next
      endStalls()
    },
    async close() {
      endStalls()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Asked {
  readonly method: string
  readonly path: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

interface Answer {
  readonly status: number
  readonly heads: Readonly<Record<string, string>>
  readonly body: Buffer
}

const done: Answer = { status: 200, heads: {}, body: Buffer.of() }

function refuse(status: number, code: string): Answer {
  return { ...toXml('Error', `<Code>${code}</Code><Message>${code}</Message>`), status }
}

function toXml(name: string, inside: string): Answer {
  const heads = { 'content-type': 'application/xml' }
  return { status: 200, heads, body: Buffer.from(`<${name}>${inside}</${name}>`) }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Checks what was promised of the body. */
function findBodyFault({ method, headers, bytes }: Asked): string | undefined {
  if (method !== 'PUT') return undefined
  if (headers['content-length'] === undefined) return 'MissingContentLength'
  const md5 = headers['content-md5']
  if (md5 === undefined) return 'InvalidDigest'
  if (md5 !== createHash('md5').update(bytes).digest('base64')) return 'BadDigest'
  const sha256 = String(headers['x-amz-content-sha256'])
  if (!/^[0-9a-f]{64}$/.test(sha256)) return sha256 === 'UNSIGNED-PAYLOAD' ? undefined : 'InvalidArgument'
  const right = createHash('sha256').update(bytes).digest('hex')
  return sha256 === right ? undefined : 'XAmzContentSHA256Mismatch'
}

/** One bit in the middle, or nothing of nothing. */
function spoil(bytes: Buffer): Buffer {
  const spoilt = Buffer.from(bytes)
  const at = Math.floor(spoilt.length / 2)
  if (spoilt.length > 0) spoilt[at] = (spoilt[at] ?? 0) ^ 1
  return spoilt
}
