// Pictures from people and clubs. They become our own WebP in the sizes that screens use, stored by content.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import type { PictureRow } from '../db/club/picture.ts'
import { getInstanceSecret } from '../db/instance/instanceSecret.ts'
import { createSemaphore } from '../dispatch/semaphore.ts'
import type { Services } from '../services.ts'
import { isFile, writeWholeFile } from './atomicFile.ts'

export type PictureKind = PictureRow['kind']

/** Why a picture is not accepted, in one sentence for the person who sent it. */
export class PictureFault extends Error {
  readonly reason: 'not-a-picture' | 'too-large' | 'broken' | 'busy'

  constructor(reason: PictureFault['reason'], message: string) {
    super(message)
    this.name = 'PictureFault'
    this.reason = reason
  }
}

// rules/security 7.2: pixels before decoding, bytes of the largest call, seconds for one picture
export const maxPixels = 25_000_000
export const maxPictureBytes = 20 * 2 ** 20
const maxSeconds = 15

/** The stored widths. A picture is never enlarged, so its last file may be narrower than its slot. */
export const pictureWidths = [160, 400, 800, 1600, 2048] as const

/** The maximum size of each kind of picture. */
const fits = {
  /** 100 × 100 on screen, for phones with four times as many dots. */
  avatar: { width: 400, height: 400, resize: 'cover' },
  /** The same from people: the whole picture, in a square. */
  portrait: { width: 400, height: 400, resize: 'contain' },
  /** Uploads fit completely into 400 × 400. */
  upload: { width: 400, height: 400, resize: 'inside' },
  photo: { width: 1600, height: 1600, resize: 'inside' },
  map: { width: 2048, height: 2048, resize: 'inside' },
} as const

/** Around a picture in its square. */
const transparent = { r: 0, g: 0, b: 0, alpha: 0 }

export type PictureFit = keyof typeof fits

export interface StorePictureOptions {
  readonly fit: PictureFit
  /**
   * For club files, which officers bring: a WebP exactly as we write it keeps its bytes, so that an exported
   * picture has the same name after its import. Pictures from people are always encoded again.
   */
  readonly reusesOwn?: boolean
}

sharp.concurrency(1)
sharp.cache(false)

const turns = 2
/** When more than this many wait, callers are told to come back. */
export const longestPictureQueue = 500
const takeTurn = createSemaphore({
  most: turns,
  longestQueue: longestPictureQueue,
  refuse: () =>
    new PictureFault('busy', 'Too many pictures are being read at this moment, please try again.'),
})

interface PreparedPicture {
  /** The picture in its largest width. The hash is made from these bytes. */
  readonly main: Buffer
  readonly width: number
  readonly height: number
  /** Encodes a smaller width when it is needed. */
  encode(width: number): Promise<Buffer>
}

/**
 * Stores a picture in all its widths and answers its hash. The same picture is stored only once. Fails with
 * `PictureFault`. Nothing of the sender's file remains: no metadata, no second frame, no bytes after the end.
 */
export function storePicture(
  services: Pick<Services, 'config' | 'database'>,
  bytes: Uint8Array,
  kind: PictureKind,
  options: StorePictureOptions,
): Promise<PictureRow> {
  return takeTurn(async () => {
    const { main, width, height, encode } = await prepare(bytes, options)
    const hash = await toHash(services, main, kind)
    const path = (slot: number) => toPath(services.config.dataDir, kind, hash, slot)
    const slots = listWidths(width)
    const last = slots.at(-1) ?? pictureWidths[0]
    // the largest is written last: when it exists, the others exist too
    if (!(await isFile(path(last)))) {
      for (const slot of slots.slice(0, -1)) await writeWholeFile(path(slot), await encode(slot))
      await writeWholeFile(path(last), main)
    }
    return { hash, kind, width, height, bytes: main.length }
  })
}

/** Reads a picture like `storePicture`, but stores nothing. */
export async function checkPicture(bytes: Uint8Array, fit: PictureFit): Promise<void> {
  await takeTurn(() => prepare(bytes, { fit, reusesOwn: true }))
}

/**
 * The stored file that is at least this wide, or else the widest. Undefined when there is no such picture.
 * Null means the widest.
 */
export async function findPictureFile(
  dataDir: string,
  kind: PictureKind,
  hash: string,
  width: number | null,
): Promise<string | undefined> {
  if (!/^[0-9a-f]{40}$/.test(hash)) return undefined
  const wanted = width ?? Number.POSITIVE_INFINITY
  const larger = pictureWidths.filter((slot) => slot >= wanted)
  const smaller = pictureWidths.filter((slot) => slot < wanted).reverse()
  for (const slot of [...larger, ...smaller]) {
    const path = toPath(dataDir, kind, hash, slot)
    if (await isFile(path)) return path
  }
  return undefined
}

/** The widest stored version, and its name in exports: made from its bytes, the same on every instance. */
export async function readPicture(
  dataDir: string,
  kind: PictureKind,
  hash: string,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const path = await findPictureFile(dataDir, kind, hash, null)
  if (path === undefined) return undefined
  const bytes = await readFile(path)
  return { name: toDigest(bytes), bytes }
}

/** All stored widths of a picture, as absolute paths. */
export async function listPictureFiles(dataDir: string, kind: PictureKind, hash: string): Promise<string[]> {
  const found: string[] = []
  for (const slot of pictureWidths) {
    const path = toPath(dataDir, kind, hash, slot)
    if (await isFile(path)) found.push(path)
  }
  return found
}

/** The bytes of a data URL; undefined when it is not one. Its declared type is not trusted. */
export function readDataUrl(text: string): Uint8Array | undefined {
  const match = /^data:image\/[a-z.+-]+;base64,/.exec(text)
  return match === null ? undefined : Buffer.from(text.slice(match[0].length), 'base64')
}

function toPath(dataDir: string, kind: PictureKind, hash: string, slot: number): string {
  return join(dataDir, 'pictures', kind, hash.slice(0, 2), `${hash}-${slot}.webp`)
}

function listWidths(width: number): number[] {
  const last = pictureWidths.findIndex((slot) => slot >= width)
  return pictureWidths.slice(0, last === -1 ? pictureWidths.length : last + 1)
}

function toDigest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 40)
}

/** Only people with the address can find a member's picture, because its hash needs the instance's secret. */
async function toHash(
  services: Pick<Services, 'config' | 'database'>,
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<string> {
  if (kind === 'public') return toDigest(bytes)
  const secret = await getInstanceSecret(services.database, 'member-pictures', () =>
    randomBytes(32).toString('hex'),
  )
  return createHmac('sha256', secret).update(bytes).digest('hex').slice(0, 40)
}

async function prepare(bytes: Uint8Array, { fit, reusesOwn }: StorePictureOptions): Promise<PreparedPicture> {
  if (bytes.length > maxPictureBytes) {
    throw new PictureFault('too-large', `The picture has more than ${maxPictureBytes / 2 ** 20} MB.`)
  }
  if (!isKnownFormat(bytes)) {
    throw new PictureFault('not-a-picture', 'This is not a PNG, JPEG, WebP or GIF picture.')
  }
  const open = () => sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
  try {
    const header = await open().metadata()
    if (header.width * header.height > maxPixels) {
      throw new PictureFault('too-large', `The picture has more than ${maxPixels / 1e6} million dots.`)
    }
    const { width, height, resize } = fits[fit]
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
      .timeout({ seconds: maxSeconds })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const raw = { raw: { width: info.width, height: info.height, channels: info.channels } }
    const isReused =
      reusesOwn && info.width === header.width && info.height === header.height && isOwnWebp(bytes)
    const main = isReused ? Buffer.from(bytes) : await toWebp(sharp(data, raw))
    return {
      main,
      width: info.width,
      height: info.height,
      encode: (slot) => toWebp(sharp(data, raw).resize({ width: slot })),
    }
  } catch (error) {
    if (error instanceof PictureFault) throw error
    const tells = error instanceof Error ? error.message : ''
    if (/pixel limit/i.test(tells)) {
      throw new PictureFault('too-large', `The picture has more than ${maxPixels / 1e6} million dots.`)
    }
    throw new PictureFault('broken', 'The picture is damaged and cannot be read.')
  }
}

/** Sharper colour edges (`smartSubsample`) take eight times as long, and nobody sees them on a phone. */
function toWebp(picture: Sharp): Promise<Buffer> {
  return picture.timeout({ seconds: maxSeconds }).webp({ quality: 82, effort: 2 }).toBuffer()
}

/** Checks only the first bytes. A name or a declared type proves nothing. */
function isKnownFormat(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString('latin1')
  return (
    head.startsWith('\x89PNG\r\n\x1a\n') ||
    head.startsWith('\xff\xd8\xff') ||
    head.startsWith('GIF87a') ||
    head.startsWith('GIF89a') ||
    (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')
  )
}

/** A WebP with only picture data and nothing after it: no metadata, no frames, no profile. */
function isOwnWebp(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (
    view.length < 20 ||
    view.toString('latin1', 0, 4) !== 'RIFF' ||
    view.toString('latin1', 8, 12) !== 'WEBP'
  ) {
    return false
  }
  if (view.readUInt32LE(4) + 8 !== view.length) return false
  for (let at = 12; at < view.length; ) {
    if (at + 8 > view.length || !/^(?:VP8[ LX]|ALPH)$/.test(view.toString('latin1', at, at + 4))) return false
    const length = view.readUInt32LE(at + 4)
    at += 8 + length + (length % 2)
    if (at > view.length) return false
  }
  return true
}
