// Pictures from people and clubs. They become our own WebP in the sizes that screens use, stored by content.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { getInstanceSecret } from '../db/instance/instanceSecret.ts'
import {
  largestPictureMemoryBytes,
  longestPictureMs,
  longestPictureQueue,
  pictureProcesses,
  pictureProcessIdleMs,
} from '../limits/machine.ts'
import { largestPictureBytes, pictureFits, pictureWidths, secretBytes } from '../limits/sizes.ts'
import { contentOf, type ObjectContent } from '../objects/objectStore.ts'
import type { Services } from '../process/services.ts'
import type { PictureRow } from './db/pictures.ts'
import { PictureFault } from './pixels/pictureFault.ts'
import type { PixelLoss } from './pixels/pixelChild.ts'
import { createPixelPool, type Pixels } from './pixels/pixelPool.ts'
import { areThere, keepObjects, readStored, storeObjects, wantObjects } from './storedObjects.ts'

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
  /** Keys of its objects that nobody had wanted before this call. */
  readonly newKeys: readonly string[]
}

/**
 * Stores a picture in all its widths. The same picture is stored only once. Fails with `PictureFault`, and with
 * `StorageFault`. Nothing of the sender's file remains: no metadata, no second frame, no bytes after the end.
 */
export async function storePicture(
  services: Pick<Services, 'config' | 'database' | 'now'>,
  bytes: Uint8Array,
  kind: PictureKind,
  options: StorePictureOptions,
): Promise<StoredPicture> {
  const read = (isKept: (keys: readonly string[]) => Promise<boolean>) =>
    decode(bytes, options, async ({ decoded, encode }) => {
      const { width, height } = decoded
      const main = decoded.main ?? bytes
      const row = { hash: await toHash(services, main, kind), kind, width, height, bytes: main.length }
      const slots = listWidths(width)
      const contents = new Map<string, ObjectContent>()
      if (await isKept(listPictureKeys(row))) return { row, contents }
      for (const slot of slots) {
        const content = slot === slots.at(-1) ? main : await encode(slot)
        contents.set(toPictureKey(kind, row.hash, slot), contentOf(content))
      }
      return { row, contents }
    })
  let { row, contents } = await read((keys) => wantObjects(services, keys))
  // the process that has decoded it reads another one while the storage is asked
  if (contents.size === 0) {
    if (await areThere(services, listPictureKeys(row))) return { row, newKeys: [] }
    ;({ row, contents } = await read(async () => false))
  }
  return { row, newKeys: await storeObjects(services, contents) }
}

/** Reads a picture as `storePicture` does, and stores nothing. */
export function measurePicture(
  services: Pick<Services, 'database'>,
  bytes: Uint8Array,
  kind: PictureKind,
  options: StorePictureOptions,
): Promise<PictureRow> {
  return decode(bytes, options, async ({ decoded }) => {
    const { width, height } = decoded
    const main = decoded.main ?? bytes
    return { hash: await toHash(services, main, kind), kind, width, height, bytes: main.length }
  })
}

/** False when the picture is not stored. As `storePicture`, it says that the picture is wanted. */
export function keepPicture(
  services: Pick<Services, 'config' | 'database' | 'now'>,
  row: PictureRow,
): Promise<boolean> {
  return keepObjects(services, listPictureKeys(row))
}

/** Reads a picture like `storePicture`, but stores nothing. */
export async function checkPicture(bytes: Uint8Array, fit: PictureFit): Promise<void> {
  await decode(bytes, { fit, reusesOwn: true }, async () => undefined)
}

/** The keys of all its widths, from the narrowest to the widest. */
export function listPictureKeys({
  kind,
  hash,
  width,
}: Pick<PictureRow, 'kind' | 'hash' | 'width'>): string[] {
  return listWidths(width).map((slot) => toPictureKey(kind, hash, slot))
}

/**
 * Where a picture may lie that is wanted in this width: in the narrowest that is at least as wide, or else in the widest
 * of all. Null wants the widest.
 */
export function listPicturePlaces(kind: PictureKind, hash: string, width: number | null): string[] {
  if (!/^[0-9a-f]{40}$/.test(hash)) return []
  const wanted = width ?? Number.POSITIVE_INFINITY
  const larger = pictureWidths.filter((slot) => slot >= wanted)
  const smaller = pictureWidths.filter((slot) => slot < wanted).reverse()
  return [...larger, ...smaller].map((slot) => toPictureKey(kind, hash, slot))
}

/** The widest stored version, and its name in exports: made from its bytes, the same on every instance. */
export async function readPicture(
  services: Pick<Services, 'config' | 'database'>,
  kind: PictureKind,
  hash: string,
): Promise<{ name: string; bytes: Buffer } | undefined> {
  const bytes = await readStored(services, listPicturePlaces(kind, hash, null))
  return bytes && { name: toDigest(bytes), bytes }
}

/** The bytes of a data URL; undefined when it is not one. Its declared type is not trusted. */
export function readDataUrl(text: string): Uint8Array | undefined {
  const match = /^data:image\/[a-z.+-]+;base64,/.exec(text)
  return match === null ? undefined : Buffer.from(text.slice(match[0].length), 'base64')
}

function toPictureKey(kind: PictureKind, hash: string, slot: number): string {
  return `pictures/${kind}/${hash.slice(0, 2)}/${hash}-${slot}.webp`
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
  services: Pick<Services, 'database'>,
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
