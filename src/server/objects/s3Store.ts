// Objects in a storage that speaks S3, by its public API alone.
import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { PutObjectCommandInput, S3Client } from '@aws-sdk/client-s3'
import {
  longestStorageConnectMs,
  longestStorageSilenceMs,
  mostSdkTries,
  mostStorageTries,
  storageConnections,
  storagePartBytes,
  storagePauseMs,
} from '../limits/machine.ts'
import {
  type ObjectContent,
  type ObjectStore,
  StorageFault,
  type StorageTrouble,
  type StoredObject,
} from './objectStore.ts'

export interface S3Place {
  readonly bucket: string
  /** Null: the SDK knows it by the region. */
  readonly endpoint: string | null
  readonly region: string
  /** Before each key. */
  readonly prefix: string
  readonly hasSignedLinks: boolean
}

/** The SDK is loaded with the first call. */
export function openS3Store(s3: S3Place): ObjectStore {
  const { bucket, endpoint, prefix } = s3
  const place = `s3://${bucket}${endpoint === null ? '' : ` at ${endpoint}`}`
  let opening: Promise<{ sdk: typeof import('@aws-sdk/client-s3'); client: S3Client }> | undefined
  const open = () => {
    opening ??= openClient(s3)
    return opening
  }

  /** Tries again what may go better a moment later. Null if there is no such object. */
  async function ask<T>(
    key: string,
    work: (parts: Awaited<ReturnType<typeof open>>) => Promise<T>,
  ): Promise<T | null> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(await open())
      } catch (error) {
        if (isNotThere(error)) return null
        const fault = toFault(error, `${place}, ${key}`)
        if (fault.trouble !== 'unreachable' || attempt === mostStorageTries) throw fault
        await pause(storagePauseMs * 2 ** attempt * (0.5 + Math.random()))
      }
    }
  }

  async function put(key: string, content: ObjectContent): Promise<void> {
    const sent = await ask(key, ({ sdk, client }) => {
      const opened = content.open()
      const command: PutObjectCommandInput = {
        ...{ Bucket: bucket, Key: prefix + key, Body: opened },
        ...{ ContentLength: content.bytes, ContentMD5: toBase64(content.md5) },
      }
      return client.send(new sdk.PutObjectCommand(command)).finally(() => {
        if (opened instanceof Readable) opened.destroy()
      })
    })
    if (sent === null) throw toNoBucket(place)
  }

  return {
    place,
    isFolder: false,
    put,
    async write(key, stream, isNew = false) {
      const Key = prefix + key
      if (isNew && (await find(key)))
        throw new StorageFault(
          'exists',
          `${place} has ${key} already. Give another name, or replace it with --overwrite.`,
        )
      const begun = await ask(key, ({ sdk, client }) =>
        client.send(new sdk.CreateMultipartUploadCommand({ Bucket: bucket, Key })),
      )
      if (begun?.UploadId === undefined) throw toNoBucket(place)
      const upload = { Bucket: bucket, Key, UploadId: begun.UploadId }
      try {
        const parts: { PartNumber: number; ETag: string | undefined }[] = []
        let bytes = 0
        for await (const part of toParts(stream)) {
          const PartNumber = parts.length + 1
          const ContentMD5 = createHash('md5').update(part).digest('base64')
          const sent = await ask(key, ({ sdk, client }) =>
            client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, ContentMD5, Body: part })),
          )
          if (sent === null)
            throw new StorageFault('unreachable', `${place} has dropped the upload of ${key}.`)
          parts.push({ PartNumber, ETag: sent.ETag })
          bytes += part.length
        }
        const ended = await ask(key, ({ sdk, client }) =>
          client.send(
            new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
          ),
        )
        // an answer that was lost, to the try before this one
        if (ended === null && !(await find(key))) {
          throw new StorageFault('unreachable', `${place} has dropped the upload of ${key}.`)
        }
        return { bytes }
      } catch (error) {
        // the parts would cost money until somebody finds them
        await ask(key, ({ sdk, client }) => client.send(new sdk.AbortMultipartUploadCommand(upload))).catch(
          () => undefined,
        )
        throw error
      }
    },
    keep: find,
    async read(key, range) {
      const Range = range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }
      const found = await ask(key, ({ sdk, client }) =>
        client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: prefix + key, ...Range })),
      )
      if (found === null) return undefined
      return watch(found.Body as Readable, found.ContentLength, `${place}, ${key}`)
    },
    async remove(key) {
      await ask(key, ({ sdk, client }) =>
        client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: prefix + key })),
      )
    },
    async *list(wanted): AsyncGenerator<StoredObject> {
      for (let next: string | undefined; ; ) {
        const page = await ask(wanted, ({ sdk, client }) =>
          client.send(
            new sdk.ListObjectsV2Command({
              Bucket: bucket,
              Prefix: prefix + wanted,
              ContinuationToken: next,
            }),
          ),
        )
        if (page === null) throw toNoBucket(place)
        for (const { Key = '', Size = 0, ETag = '' } of page.Contents ?? []) {
          const md5 = /^"?([0-9a-f]{32})"?$/.exec(ETag)?.[1] ?? null
          yield { key: Key.slice(prefix.length), bytes: Size, md5 }
        }
        next = page.NextContinuationToken
        if (next === undefined) return
      }
    },
    async findLink(key, { until, disposition, contentType }) {
      if (!s3.hasSignedLinks) return undefined
      const [{ sdk, client }, { getSignedUrl }] = await Promise.all([
        open(),
        import('@aws-sdk/s3-request-presigner'),
      ])
      const command = new sdk.GetObjectCommand({
        ...{ Bucket: bucket, Key: prefix + key },
        ...{ ResponseContentDisposition: disposition, ResponseContentType: contentType },
        ResponseCacheControl: 'private, no-store',
      })
      const expiresIn = Math.max(1, Math.floor((until - Date.now()) / 1000))
      return getSignedUrl(client, command, { expiresIn })
    },
  }

  async function find(key: string): Promise<boolean> {
    const found = await ask(key, ({ sdk, client }) =>
      client.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: prefix + key })),
    )
    return found !== null
  }
}

async function openClient({ endpoint, region }: S3Place) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
    region,
    // an endpoint of one's own seldom has a name for each bucket
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // our own MD5 goes along; what the SDK adds by itself is refused by older storages
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // a stream can be sent again only by who can open it again
    maxAttempts: mostSdkTries,
    requestHandler: {
      connectionTimeout: longestStorageConnectMs,
      requestTimeout: longestStorageSilenceMs,
      throwOnRequestTimeout: true,
      socketTimeout: longestStorageSilenceMs,
      httpsAgent: { maxSockets: storageConnections },
      httpAgent: { maxSockets: storageConnections },
    },
  })
  return { sdk, client }
}

/** Fails when nothing comes for a while, and when the end comes too early. */
function watch(stream: Readable, length: number | undefined, name: string): Readable {
  let bytes = 0
  const silence = new StorageFault(
    'unreachable',
    `${name}: nothing came for ${longestStorageSilenceMs / 1000} seconds.`,
  )
  const timer = setTimeout(() => stream.destroy(silence), longestStorageSilenceMs)
  const watched = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      // who reads slowly is no fault of the storage's
      timer.refresh()
      done(null, chunk)
    },
    flush(done) {
      const isWhole = length === undefined || bytes === length
      done(isWhole ? null : new StorageFault('unreachable', `${name}: the answer broke off.`))
    },
  })
  const rest = setInterval(() => {
    if (watched.writableNeedDrain) timer.refresh()
  }, longestStorageSilenceMs / 4)
  const end = (): void => {
    clearTimeout(timer)
    clearInterval(rest)
  }
  stream.once('error', (error) => watched.destroy(toFault(error, name)))
  watched.once('close', () => {
    end()
    stream.destroy()
  })
  stream.pipe(watched)
  return watched
}

/** Parts of one size, the last one shorter. At least one, which may be empty. */
async function* toParts(stream: Readable): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  let count = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    bytes += chunk.length
    while (bytes >= storagePartBytes) {
      const all = Buffer.concat(waiting)
      count += 1
      yield all.subarray(0, storagePartBytes)
      waiting = [all.subarray(storagePartBytes)]
      bytes -= storagePartBytes
    }
  }
  if (bytes > 0 || count === 0) yield Buffer.concat(waiting)
}

function toBase64(hexadecimal: string): string {
  return Buffer.from(hexadecimal, 'hex').toString('base64')
}

interface Refusal {
  readonly status: number | undefined
  readonly name: string
}

function toRefusal(error: unknown): Refusal {
  const { $metadata, name, code } = error as {
    $metadata?: { httpStatusCode?: number }
    name?: string
    code?: string
  }
  return { status: $metadata?.httpStatusCode, name: code ?? name ?? '' }
}

/** The bucket is missing with the same status, which is no missing object. */
function isNotThere(error: unknown): boolean {
  const { status, name } = toRefusal(error)
  return status === 404 && (error as Error).name !== 'NoSuchBucket' && name !== 'NoSuchBucket'
}

function toNoBucket(place: string): StorageFault {
  return new StorageFault('refused', `${place}: there is no such bucket.`)
}

const fullNames = /Quota|Full|InsufficientCapacity|EntityTooLarge/i

function toFault(error: unknown, name: string): StorageFault {
  if (error instanceof StorageFault) return error
  const { status, name: reason } = toRefusal(error)
  const fault = (trouble: StorageTrouble, text: string) =>
    new StorageFault(trouble, `${name}: ${text} (${[status, reason].filter(Boolean).join(' ')}).`, error)
  if ((error as Error).name === 'NoSuchBucket') return fault('refused', 'there is no such bucket')
  if ((error as Error).name === 'CredentialsProviderError')
    return fault('refused', 'there are no credentials')
  if (status === 507 || fullNames.test(reason) || fullNames.test((error as Error).name)) {
    return fault('full', 'there is no room')
  }
  if (status === 401 || status === 403) return fault('refused', 'it does not take our credentials')
  if (status === 400 && /Digest|MD5|IncompleteBody/i.test((error as Error).name)) {
    return fault('damaged', 'it got other bytes than were sent')
  }
  if (status !== undefined && status < 500 && status !== 408 && status !== 429) {
    return fault('refused', 'it does not do this')
  }
  return fault('unreachable', 'it does not answer')
}
