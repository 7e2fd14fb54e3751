// Pictures from people and clubs. They become our own WebP in the sizes that screens use, stored by content.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getInstanceSecret } from '../db/instance/instanceSecret.ts'
import {
  largestPictureMemoryBytes,
  longestPictureMs,
  longestPictureQueue,
  pictureProcesses,
  pictureProcessIdleMs,
} from '../limits/machine.ts'
import { largestPictureBytes, pictureFits, pictureWidths, secretBytes } from '../limits/sizes.ts'
import type { Services } from '../process/services.ts'
import { isFile, touchFile, writeMissingFile, writeWholeFile } from './atomicFile.ts'
import type { PictureRow } from './db.ts'
import { PictureFault } from './pixels/pictureFault.ts'
import type { PixelLoss } from './pixels/pixelChild.ts'
import { createPixelPool, type Pixels } from './pixels/pixelPool.ts'

export type PictureKind = PictureRow['kind']

export { PictureFault }

export type PictureFit = keyof typeof pictureFits

export interface StorePictureOptions {
  readonly fit: PictureFit
  /**
   * For club files, which officers bring: a WebP exactly as we write it keeps its bytes, so that an exported
   * picture has the same name after its import. Pictures from people are always encoded again.
   */
  readonly reusesOwn?: boolean
}

/** A process that ended because of a picture, and how many have since the start. */
export type PictureLoss = PixelLoss & { readonly lost: number }

const lossListeners = new Set<(loss: PictureLoss) => void>()
let lost = 0

const pool = createPixelPool({
  entry: new URL('./pixels/pixelProcess.ts', import.meta.url),
  most: pictureProcesses,
  longestQueue: longestPictureQueue,
  idleMs: pictureProcessIdleMs,
  mostMs: longestPictureMs,
  mostBytes: largestPictureMemoryBytes,
  onLoss(loss) {
    lost += 1
    for (const tell of lossListeners) tell({ ...loss, lost })
  },
})

/** For the log. Returns what ends it. */
export function onPictureLoss(tell: (loss: PictureLoss) => void): () => void {
  lossListeners.add(tell)
  return () => void lossListeners.delete(tell)
}

/** Ends the processes that read pictures, as far as they have none. */
export function endPictureProcesses(): Promise<void> {
  return pool.endIdle()
}

export interface StoredPicture {
  readonly row: PictureRow
  /** The time of its files if this call wrote them. Null if they were there already. */
  readonly writtenMs: number | null
}

/**
 * Stores a picture in all its widths and answers its hash. The same picture is stored only once. Fails with
 * `PictureFault`. Nothing of the sender's file remains: no metadata, no second frame, no bytes after the end.
 */
export async function storePicture(
  services: Pick<Services, 'config' | 'database' | 'now'>,
  bytes: Uint8Array,
  kind: PictureKind,
  options: StorePictureOptions,
): Promise<StoredPicture> {
  return decode(bytes, options, async ({ decoded, encode }) => {
    const { width, height } = decoded
    const main = decoded.main ?? bytes
    const hash = await toHash(services, main, kind)
    const path = (slot: number) => toPath(services.config.dataDir, kind, hash, slot)
    const slots = listWidths(width)
    const last = path(slots.at(-1) ?? pictureWidths[0])
    const row = { hash, kind, width, height, bytes: main.length }
    const wantedMs = toWantedTime(services)
    while ((await touchFile(last, wantedMs)) === undefined) {
      // the largest is written last: when it exists, the others exist too
      for (const slot of slots.slice(0, -1)) {
        await writeWholeFile(path(slot), await encode(slot))
        await touchFile(path(slot), wantedMs)
      }
      const writtenMs = await writeMissingFile(last, main, wantedMs)
      if (writtenMs !== undefined) return { row, writtenMs }
      // another call was faster: it may be refused and remove its file, unless this one wants it too
    }
    return { row, writtenMs: null }
  })
}

/** False when the picture's files do not exist. As `storePicture`, it says that the picture is wanted. */
export async function touchPicture(
  { config, now }: Pick<Services, 'config' | 'now'>,
  { kind, hash, width }: PictureRow,
): Promise<boolean> {
  const last = listWidths(width).at(-1) ?? pictureWidths[0]
  const path = toPath(config.dataDir, kind, hash, last)
  return (await touchFile(path, toWantedTime({ now }))) !== undefined
}

/** The time of a picture's files says when it was wanted last, and by which call: see removeUnusedPictures. */
function toWantedTime({ now }: Pick<Services, 'now'>): number {
  return now() + Math.random()
}

/** Reads a picture like `storePicture`, but stores nothing. */
export async function checkPicture(bytes: Uint8Array, fit: PictureFit): Promise<void> {
  await decode(bytes, { fit, reusesOwn: true }, async () => undefined)
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
    randomBytes(secretBytes).toString('hex'),
  )
  return createHmac('sha256', secret).update(bytes).digest('hex').slice(0, 40)
}

/** Needs no process for what can be refused without decoding. */
async function decode<T>(
  bytes: Uint8Array,
  { fit, reusesOwn = false }: StorePictureOptions,
  work: (pixels: Pixels) => Promise<T>,
): Promise<T> {
  if (bytes.length > largestPictureBytes) {
    throw new PictureFault('too-large', `The picture has more than ${largestPictureBytes / 2 ** 20} MB.`)
  }
  if (!isKnownFormat(bytes)) {
    throw new PictureFault('not-a-picture', 'This is not a PNG, JPEG, WebP or GIF picture.')
  }
  return pool.decode({ bytes, fit: pictureFits[fit], isOwn: reusesOwn && isOwnWebp(bytes) }, work)
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
