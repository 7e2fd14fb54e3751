// Where pictures, files and backups lie: in DATA_DIR, or in a storage that speaks S3. Both do the same
// (decisions/many-machines).
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, type Readable, Transform } from 'node:stream'
import { Failure } from '../../contract/failures.ts'
import { longestStorageTriesMs, mostStorageTries, storageRetrySeconds } from '../limits/machine.ts'

/** Bytes of known length that can be read again, because a try may fail. */
export interface ObjectContent {
  readonly bytes: number
  /** 32 hexadecimal digits. */
  readonly md5: string
  open(): Uint8Array | Readable
}

export interface StoredObject {
  readonly key: string
  readonly bytes: number
  /** 32 hexadecimal digits. Null where only reading all of it would tell. */
  readonly md5: string | null
}

/** Both ends are included. */
export interface ObjectRange {
  readonly first: number
  readonly last: number
  /** How long the whole should be: a part has no checksum, and what is longer or shorter is another object. */
  readonly of: number
}

export interface SignedLink {
  /** Epoch milliseconds. */
  readonly until: number
  readonly disposition: string
  readonly contentType: string
}

/** Each call fails with `StorageFault`. */
export interface ObjectStore {
  /** For sentences: the folder, or the address without its credentials. */
  readonly place: string
  readonly isFolder: boolean
  /** Whole or not at all. What is there already is replaced. Where the storage got other bytes, it fails. */
  put(key: string, content: ObjectContent): Promise<void>
  /** The same where nobody knows yet how long it will be. With `isNew` it fails where the object exists. */
  write(key: string, stream: Readable, isNew?: boolean): Promise<{ bytes: number }>
  /** Whether it is there. */
  keep(key: string): Promise<boolean>
  /** Undefined if it is not there. A stream that breaks off fails. */
  read(key: string, range?: ObjectRange): Promise<Readable | undefined>
  /** Does nothing if it is not there. */
  remove(key: string): Promise<void>
  /** By key. No request waits for it. */
  list(prefix: string): AsyncIterable<StoredObject>
  /** An address that leads whoever has it to the object itself; undefined where it goes out through us. */
  findLink(key: string, link: SignedLink): Promise<string | undefined>
}

export type StorageTrouble =
  /** No answer, or one that says to come back. */
  | 'unreachable'
  /** It does not take our credentials, or does not know the bucket. */
  | 'refused'
  | 'full'
  /** It got, or gave, other bytes than it should. */
  | 'damaged'
  /** The object is being removed at this moment. */
  | 'busy'
  | 'exists'

/** What the storage could not do, in one sentence for officers. */
export class StorageFault extends Error {
  readonly trouble: StorageTrouble
  constructor(trouble: StorageTrouble, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StorageFault'
    this.trouble = trouble
  }
}

/** The same in words for everybody else. `reference` leads to the sentence in the log. */
export function toUnavailable(reference: string): Failure {
  const text = 'Pictures and files cannot be reached at this moment. Please try again in a moment.'
  return new Failure('unavailable', text, { reference, retryAfter: storageRetrySeconds })
}

export function contentOf(bytes: Uint8Array): ObjectContent {
  return {
    bytes: bytes.length,
    md5: createHash('md5').update(bytes).digest('hex'),
    open: () => bytes,
  }
}

/** Reads the file once for its checksums, and again when it is stored: it is never in memory as a whole. */
export async function contentOfFile(path: string): Promise<ObjectContent & { sha256: string }> {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let bytes = 0
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    md5.update(chunk)
    sha256.update(chunk)
    bytes += chunk.length
  }
  return {
    bytes,
    md5: md5.digest('hex'),
    sha256: sha256.digest('hex'),
    open: () => createReadStream(path),
  }
}

/**
 * For what fits into memory. Undefined if it is not there. What breaks off, or comes with another checksum than `md5`,
 * is read again: the storage may be right, and the line to it wrong.
 */
export async function readObject(
  store: ObjectStore,
  key: string,
  md5: string | null | undefined = null,
): Promise<Buffer | undefined> {
  const lastAt = performance.now() + longestStorageTriesMs
  for (let attempt = 1; ; attempt++) {
    // a storage that does not answer was asked again already
    const stream = await store.read(key)
    if (stream === undefined) return undefined
    try {
      return await collect(stream, `${store.place}, ${key}`, md5)
    } catch (error) {
      const mayBeBetter = error instanceof StorageFault && /^(?:unreachable|damaged)$/.test(error.trouble)
      if (!mayBeBetter || attempt === mostStorageTries || performance.now() > lastAt) throw error
    }
  }
}

async function collect(stream: Readable, name: string, md5: string | null | undefined): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  if (md5 != null && createHash('md5').update(bytes).digest('hex') !== md5) {
    throw new StorageFault('damaged', toDamagedText(name))
  }
  return bytes
}

/** What has other bytes than were stored is as lost as what is not there: as it is, it would pass for the right one. */
export async function unlessDamaged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof StorageFault && error.trouble === 'damaged') return undefined
    throw error
  }
}

/** Reads all of it. Undefined if it is not there. */
export async function md5Of(store: ObjectStore, key: string): Promise<string | undefined> {
  const stream = await store.read(key)
  if (stream === undefined) return undefined
  const digest = createHash('md5')
  for await (const chunk of stream as AsyncIterable<Buffer>) digest.update(chunk)
  return digest.digest('hex')
}

/**
 * Passes on what it reads, but its last part only if all of it was right: who gets the stream has never all of an
 * object that is damaged. `digest`: the beginning of the checksum, in hexadecimal.
 */
export function checkWhileRead(
  stream: Readable,
  { algorithm, digest, place }: { algorithm: 'md5' | 'sha256'; digest: string; place: string },
): Readable {
  const hash = createHash(algorithm)
  let last: Buffer | undefined
  const check = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      const before = last
      last = chunk
      done(null, before)
    },
    flush(done) {
      const isRight = hash.digest('hex').startsWith(digest)
      if (isRight) done(null, last)
      else done(new StorageFault('damaged', toDamagedText(place)))
    },
  })
  // whoever goes away before anything came leaves no connection behind either
  return pipeline(stream, check, () => undefined)
}

export function toDamagedText(place: string): string {
  return `${place} has other bytes than were stored. Restore it from a backup.`
}
