// The objects of one bucket, and the uploads in parts that have not ended.
import { createHash, randomUUID } from 'node:crypto'

export interface SandboxObject {
  readonly bytes: Buffer
  /** With its quotes. */
  readonly etag: string
  readonly modifiedAt: Date
}

export interface Bucket {
  readonly objects: Map<string, SandboxObject>
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, SandboxObject> }>
}

export function createBucket(): Bucket {
  return { objects: new Map(), uploads: new Map() }
}

export function toObject(bytes: Buffer, etag = md5(bytes)): SandboxObject {
  return { bytes, etag: `"${etag}"`, modifiedAt: new Date() }
}

export function beginUpload({ uploads }: Bucket, key: string): string {
  const id = randomUUID()
  uploads.set(id, { key, parts: new Map() })
  return id
}

/** The error's code, or the object's ETag. Parts other than the last have 5 MB at least. */
export function endUpload(
  { objects, uploads }: Bucket,
  id: string,
  named: readonly { number: number; etag: string }[],
): { code: string } | { etag: string } {
  const upload = uploads.get(id)
  if (upload === undefined) return { code: 'NoSuchUpload' }
  const parts: Buffer[] = []
  for (const [at, { number, etag }] of named.entries()) {
    const part = upload.parts.get(number)
    if (part === undefined || part.etag !== etag) return { code: 'InvalidPart' }
    if (at > 0 && number <= (named[at - 1]?.number ?? 0)) return { code: 'InvalidPartOrder' }
    if (at < named.length - 1 && part.bytes.length < 5 * 2 ** 20) return { code: 'EntityTooSmall' }
    parts.push(part.bytes)
  }
  if (parts.length === 0) return { code: 'MalformedXML' }
  const digests = parts.map((part) => createHash('md5').update(part).digest())
  const object = toObject(Buffer.concat(parts), `${md5(Buffer.concat(digests))}-${parts.length}`)
  objects.set(upload.key, object)
  uploads.delete(id)
  return { etag: object.etag }
}

function md5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('hex')
}
