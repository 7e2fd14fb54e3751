// Pictures as people send them, and as nobody should: too large, cut off, with a script in them or a place.
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

export function photo(
  width: number,
  height: number,
  format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
): Promise<Buffer> {
  const noise = Buffer.alloc(width * height * 3, 0).map((_, at) => (at * 37 + (at >> 7) * 11) & 255)
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer()
}

export function chunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

/** A PNG that claims this size, with the given data. */
export function pngOf(width: number, height: number, between: readonly Buffer[], data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...between,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** What a picture hides, and what may be in nothing that is stored or sent. */
export const hiddenMark = 'HIDDEN-MARK'

/** A GIF that a browser would run as a script, if somebody gave it as one. */
export async function gifWithScript(): Promise<Buffer> {
  return Buffer.concat([await photo(40, 40, 'gif'), Buffer.from(`=1;alert('${hiddenMark}')//`)])
}

export function pngWithPage(width = 32): Buffer {
  const page = Buffer.from(`<script>alert('${hiddenMark}')</script>`)
  return Buffer.concat([
    pngOf(width, 32, [chunk('tEXt', page)], deflateSync(Buffer.alloc(32 * (width + 1)))),
    page,
  ])
}

/** As a camera writes it: who took it, and where. */
export async function jpegWithPlace(): Promise<Buffer> {
  return sharp(await photo(200, 100, 'jpeg'))
    .withExif({
      IFD0: { Copyright: hiddenMark },
      IFD3: { GPSLatitude: '37/1 12/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg()
    .toBuffer()
}

export function pngWithFrames(count: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(count)
  const frames = Array.from({ length: count }, () => chunk('fcTL', Buffer.alloc(26)))
  return pngOf(64, 64, [chunk('acTL', control), ...frames], deflateSync(Buffer.alloc(64 * 65)))
}

export const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

/** A few kilobytes that say that they are 7 GB. */
export function hugePng(): Buffer {
  return pngOf(50_000, 50_000, [], deflateSync(Buffer.alloc(1000)))
}

/** Just below the cap of pixels: small to send, and as much work to read as a picture may be. */
export function heavyPng(): Buffer {
  const side = 4900
  return pngOf(side, side, [], deflateSync(Buffer.alloc(side * (side + 1))))
}

/** The same as a JPEG, which is read once for each of its scans. */
export function heavyJpeg(): Promise<Buffer> {
  return sharp({ create: { width: 4900, height: 4900, channels: 3, background: '#315' } })
    .jpeg({ progressive: true, quality: 40 })
    .toBuffer()
}

/** As much memory as a picture may take, and about a second: sixteen bits, in seven passes, with transparency. */
export function slowPng(): Promise<Buffer> {
  const side = 4990
  return sharp({ create: { width: side, height: side, channels: 4, background: '#31580080' } })
    .toColourspace('rgb16')
    .png({ progressive: true, compressionLevel: 1 })
    .toBuffer()
}

/**
 * A valid grey JPEG of a few kilobytes whose every coefficient has scans of its own, bit by bit. Each scan goes
 * over all blocks of the picture, and says that there is nothing in them.
 */
export function jpegWithScans(count: number): Buffer {
  const side = 4900
  const blocks = Math.ceil(side / 8) ** 2
  const segment = (marker: number, data: readonly number[] | Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(data.length + 2, 2)
    return Buffer.concat([head, Buffer.from(data)])
  }
  const bits = (text: string) => {
    const whole = text.padEnd(Math.ceil(text.length / 8) * 8, '1')
    const bytes = whole.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []
    return Buffer.from(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))
  }
  // each table has one code, the bit 0: of no difference (0x00), and of a run of 16,384 empty blocks or more (0xe0)
  const tables = [0x00, 0x10].map((place) =>
    segment(0xc4, [place, 1, ...Array<number>(15).fill(0), place === 0 ? 0x00 : 0xe0]),
  )
  let runs = ''
  for (let left = blocks; left > 0; ) {
    const run = left > 2 * 16_384 ? 16_384 : Math.min(left, 32_767)
    runs += `0${(run - 16_384).toString(2).padStart(14, '0')}`
    left -= run
  }
  const scans = Array.from({ length: count }, (_, at) => {
    const [coefficient, low] = [(at % 63) + 1, 13 - Math.floor(at / 63)]
    const high = low === 13 ? 0 : low + 1
    return Buffer.concat([segment(0xda, [1, 1, 0x00, coefficient, coefficient, high * 16 + low]), bits(runs)])
  })
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array<number>(64).fill(1)]),
    segment(0xc2, [8, side >> 8, side & 255, side >> 8, side & 255, 1, 1, 0x11, 0]),
    ...tables,
    segment(0xda, [1, 1, 0x00, 0, 0, 0]),
    bits('0'.repeat(blocks)),
    ...scans,
    Buffer.from([0xff, 0xd9]),
  ])
}
