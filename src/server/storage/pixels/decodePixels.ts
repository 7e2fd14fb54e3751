// From anybody's picture to WebP of ours. Only picture processes run this: the decoders are not written by us,
// and not every file that they get is meant well.
import sharp, { type Sharp } from 'sharp'
import { longestPictureSide, mostJpegScans, mostPixels } from '../../limits/sizes.ts'
import { countJpegScans } from './jpegScans.ts'
import { PictureFault, takesTooMuch } from './pictureFault.ts'
import type { DecodedPixels, DecodeOrder } from './pixelMessages.ts'

export interface DecodedPicture {
  readonly answer: DecodedPixels
  /** Encodes a smaller width when it is needed. */
  encode(width: number): Promise<Uint8Array>
}

/** Around a picture in its square. */
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

sharp.concurrency(1)
sharp.cache(false)

/** Fails with `PictureFault`. */
export async function decodePixels({ bytes, fit, isOwn }: DecodeOrder): Promise<DecodedPicture> {
  if (countJpegScans(bytes) > mostJpegScans) throw new PictureFault('broken', takesTooMuch)
  const open = () => sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', pages: 1 })
  try {
    const header = await open().metadata()
    if (header.width * header.height > mostPixels) throw tooLarge()
    // a strip of few dots is slow to make smaller, and shows nothing
    if (Math.max(header.width, header.height) > longestPictureSide) throw tooLong()
    const { width, height, resize } = fit
    // a square is no larger than the picture in it
    const side = resize === 'contain' ? Math.min(width, Math.max(header.width, header.height)) : undefined
    const { data, info } = await open()
      .autoOrient()
      .resize({
        width: side ?? width,
        height: side ?? height,
        fit: resize,
        withoutEnlargement: side === undefined,
        background: transparent,
      })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
    const isReused = isOwn && info.width === header.width && info.height === header.height
    const main = isReused ? null : await toWebp(sharp(data, raw))
    return {
      answer: { kind: 'decoded', width: info.width, height: info.height, main },
      encode: (slot) => toWebp(sharp(data, raw).resize({ width: slot })),
    }
  } catch (error) {
    if (error instanceof PictureFault) throw error
    const tells = error instanceof Error ? error.message : ''
    if (/pixel limit/i.test(tells)) throw tooLarge()
    throw new PictureFault('broken', 'The picture is damaged and cannot be read.')
  }
}

function tooLong(): PictureFault {
  return new PictureFault('too-large', `A side of the picture has more than ${longestPictureSide} dots.`)
}

function tooLarge(): PictureFault {
  return new PictureFault('too-large', `The picture has more than ${mostPixels / 1e6} million dots.`)
}

/** Sharper colour edges (`smartSubsample`) take eight times as long, and nobody sees them on a phone. */
function toWebp(picture: Sharp): Promise<Buffer> {
  return picture.webp({ quality: 82, effort: 2 }).toBuffer()
}
