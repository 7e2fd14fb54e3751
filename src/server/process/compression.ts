// Compression of bodies: answers of calls, event packs and the built app.
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

export function toBrotli(plain: string | Buffer, quality: number): Promise<Buffer> {
  const size = Buffer.byteLength(plain)
  return compressBrotli(plain, {
    params: { [zlib.BROTLI_PARAM_QUALITY]: quality, [zlib.BROTLI_PARAM_SIZE_HINT]: size },
  })
}

export function toGzip(plain: string | Buffer, level: number): Promise<Buffer> {
  return compressGzip(plain, { level })
}
