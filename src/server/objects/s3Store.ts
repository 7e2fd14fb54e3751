// Objects in a storage that speaks S3, by its public API alone.
import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import type { PutObjectCommandInput } from '@aws-sdk/client-s3'
import { storagePartBytes } from '../limits/machine.ts'
import {
  type ObjectContent,
  type ObjectStore,
  StorageFault,
  type StoredObject,
  toDamagedText,
} from './objectStore.ts'
import { toNoBucket, toStorageFault } from './s3Faults.ts'
import { createS3Line, type LinePlace, type Patience, usualPatience } from './s3Line.ts'

export interface S3Place extends LinePlace {
  readonly bucket: string
  /** Before each key. */
  readonly prefix: string
  readonly hasSignedLinks: boolean
}

export function openS3Store(s3: S3Place, patience: Patience = usualPatience): ObjectStore {
  const { bucket, endpoint, prefix } = s3
  const place = `s3://${bucket}${endpoint === null ? '' : ` at ${endpoint}`}`
  const line = createS3Line(s3, patience)
  const toName = (key: string): string => `${place}, ${key}`

  async function put(key: string, content: ObjectContent): Promise<void> {
    const sent = await line.ask(toName(key), ({ sdk, asking }) => {
      const opened = content.open()
      const command: PutObjectCommandInput = {
        ...{ Bucket: bucket, Key: prefix + key, Body: opened },
        ...{ ContentLength: content.bytes, ContentMD5: toBase64(content.md5) },
      }
      return asking.send(new sdk.PutObjectCommand(command)).finally(() => {
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
      const askPatiently = <T>(work: Parameters<typeof line.ask<T>>[1]) => line.ask(toName(key), work, true)
      if (isNew && (await find(key)))
        throw new StorageFault(
          'exists',
          `${place} has ${key} already. Give another name, or replace it with --overwrite.`,
        )
      const begun = await askPatiently(({ sdk, asking }) =>
        asking.send(new sdk.CreateMultipartUploadCommand({ Bucket: bucket, Key })),
      )
      if (begun?.UploadId === undefined) throw toNoBucket(place)
      const upload = { Bucket: bucket, Key, UploadId: begun.UploadId }
      try {
        const parts: { PartNumber: number; ETag: string | undefined }[] = []
        let bytes = 0
        for await (const part of toParts(stream)) {
          const PartNumber = parts.length + 1
          const ContentMD5 = createHash('md5').update(part).digest('base64')
          const sent = await askPatiently(({ sdk, asking }) =>
            asking.send(new sdk.UploadPartCommand({ ...upload, PartNumber, ContentMD5, Body: part })),
          )
          if (sent === null)
            throw new StorageFault('unreachable', `${place} has dropped the upload of ${key}.`)
          parts.push({ PartNumber, ETag: sent.ETag })
          bytes += part.length
        }
        const ended = await askPatiently(({ sdk, asking }) =>
          asking.send(
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
        await askPatiently(({ sdk, asking }) =>
          asking.send(new sdk.AbortMultipartUploadCommand(upload)),
        ).catch(() => undefined)
        throw error
      }
    },
    keep: find,
    async read(key, range) {
      const Range = range === undefined ? {} : { Range: `bytes=${range.first}-${range.last}` }
      const found = await line.ask(toName(key), ({ sdk, reading }) =>
        reading.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: prefix + key, ...Range })),
      )
      if (found === null) return undefined
      if (range !== undefined && !found.ContentRange?.endsWith(`/${range.of}`)) {
        const body = found.Body as Readable
        body.destroy()
        throw new StorageFault('damaged', toDamagedText(toName(key)))
      }
      return watch(found.Body as Readable, found.ContentLength, toName(key), patience)
    },
    async remove(key) {
      await line.ask(toName(key), ({ sdk, asking }) =>
        asking.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key: prefix + key })),
      )
    },
    async *list(wanted): AsyncGenerator<StoredObject> {
      for (let next: string | undefined; ; ) {
        const page = await line.ask(
          toName(wanted),
          ({ sdk, asking }) =>
            asking.send(
              new sdk.ListObjectsV2Command({
                Bucket: bucket,
                Prefix: prefix + wanted,
                ContinuationToken: next,
              }),
            ),
          true,
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
      const [{ sdk, asking }, { getSignedUrl }] = await Promise.all([
        line.open(),
        import('@aws-sdk/s3-request-presigner'),
      ])
      const command = new sdk.GetObjectCommand({
        ...{ Bucket: bucket, Key: prefix + key },
        ...{ ResponseContentDisposition: disposition, ResponseContentType: contentType },
        ResponseCacheControl: 'private, no-store',
      })
      const expiresIn = Math.max(1, Math.floor((until - Date.now()) / 1000))
      return getSignedUrl(asking, command, { expiresIn })
    },
  }

  async function find(key: string): Promise<boolean> {
    const found = await line.ask(toName(key), ({ sdk, asking }) =>
      asking.send(new sdk.HeadObjectCommand({ Bucket: bucket, Key: prefix + key })),
    )
    return found !== null
  }
}

/** Fails when nothing comes for a while, and when the end comes too early. */
function watch(
  stream: Readable,
  length: number | undefined,
  name: string,
  { silenceMs }: Patience,
): Readable {
  let bytes = 0
  const silence = new StorageFault('unreachable', `${name}: nothing came for ${silenceMs / 1000} seconds.`)
  const timer = setTimeout(() => stream.destroy(silence), silenceMs)
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
  }, silenceMs / 4)
  const end = (): void => {
    clearTimeout(timer)
    clearInterval(rest)
  }
  stream.once('error', (error) => watched.destroy(toStorageFault(error, name)))
  watched.once('close', () => {
    end()
    stream.destroy()
  })
  // whoever reads it a moment later hears of it then
  watched.on('error', () => undefined)
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
