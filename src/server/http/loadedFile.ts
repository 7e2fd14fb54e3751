// A file as it is sent: its bytes in each compression, its type and its etag.
import { createHash } from 'node:crypto'
import { compressionLevels } from '../limits/machine.ts'
import { toBrotli, toGzip } from '../process/compression.ts'

export interface LoadedFile {
  readonly type: string
  readonly etag: string
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

/** For content that is in no file. Somebody is waiting for it, so speed is more important than size. */
export async function compressNow(plain: Buffer, type: string): Promise<LoadedFile> {
  const [br, gzipped] = await Promise.all([
    toBrotli(plain, compressionLevels.document.brotli),
    toGzip(plain, compressionLevels.document.gzip),
  ])
  return { type, etag: toEtag(plain), plain, br, gzip: gzipped }
}

export function toEtag(plain: Buffer): string {
  return `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
}
