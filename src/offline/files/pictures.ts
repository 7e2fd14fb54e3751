// The pictures of a saved event, and the caches where page and worker pin them.
import type { EventPack } from '../../domain/event.ts'
import { isOwnPicture, type ShownPicture, toPictureUrl } from '../../domain/picture.ts'

/** Shared with the worker. A picture here is never evicted while a saved pack names it. */
export const pinnedCacheName = 'pictures-pinned'
/** Only where somebody judges or votes. Apart, because it gives way when a sheet needs the room. */
export const carsCacheName = 'pictures-cars'
/** Pictures that no saved event names. The least recently used are dropped. */
export const recentCacheName = 'pictures-recent'
/** Members' pictures. They have their own cache, because signing out deletes it. */
export const memberCacheName = 'pictures-member'
/** In the order in which they give way. */
export const expendableCaches = [recentCacheName, memberCacheName, carsCacheName] as const

/** The pictures that every visitor's screens need on the device, each address once, the first needed first. */
export function listPictures(pack: Pick<EventPack, 'clubLogo' | 'event' | 'maps'>): string[] {
  return toUrls([
    [pack.event.images[0]?.imageData, 'poster'],
    [pack.clubLogo, 'logo'],
    ...pack.maps.map((map): WantedPicture => [map.backgroundImage, 'map']),
  ])
}

/** The pictures that judges and voters see beside these. */
export function listCarPictures({ entries }: Pick<EventPack, 'entries'>): string[] {
  return toUrls(entries.cars.map((car): WantedPicture => [car.picture, 'car']))
}

type WantedPicture = [imageData: string | undefined, kind: ShownPicture]

function toUrls(wanted: readonly WantedPicture[]): string[] {
  const urls = wanted.flatMap(([imageData, kind]) =>
    imageData !== undefined && isOwnPicture(imageData) ? [toPictureUrl(imageData, kind)] : [],
  )
  return [...new Set(urls)]
}

/** The part of Cache and fetch that this file needs. */
export interface PictureStore {
  match(url: string): Promise<{ headers: { get(name: string): string | null } } | undefined>
  put(url: string, response: PictureAnswer): Promise<void>
  delete(url: string): Promise<boolean>
  keys(): Promise<readonly { url: string }[]>
}

export interface PictureAnswer {
  ok: boolean
  status: number
  redirected: boolean
  headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface PictureDevice {
  store: PictureStore
  fetch(url: string): Promise<PictureAnswer>
  /** A Response of these bytes that the store can save. */
  toAnswer(bytes: ArrayBuffer, type: string): PictureAnswer
}

export interface PinnedPictures {
  /** Without those that the server does not have. */
  wanted: number
  saved: number
  /** Total bytes of the saved pictures. */
  bytes: number
}

/** There are many pictures of cars. A few at a time leave room for the screen's own requests. */
const atOnce = 4
/** After so many failures in a row the network, or the room, is gone. */
const mostFailures = 4

/**
 * Fetches the pictures that are not on the device yet. A picture that fails is left for the next time. A page
 * in place of a picture is never saved.
 */
export async function pinPictures(
  urls: readonly string[],
  device: PictureDevice,
  report?: (pinned: PinnedPictures) => void,
): Promise<PinnedPictures> {
  const pinned: PinnedPictures = { wanted: urls.length, saved: 0, bytes: 0 }
  const waiting = [...urls]
  let failuresInARow = 0
  async function work(): Promise<void> {
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      const result = await pinPicture(url, device)
      if (result === 'failed') {
        failuresInARow += 1
        if (failuresInARow >= mostFailures) return void waiting.splice(0)
        continue
      }
      failuresInARow = 0
      if (result === 'gone') pinned.wanted -= 1
      else {
        pinned.saved += 1
        pinned.bytes += result
      }
      report?.(pinned)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return pinned
}

/** The size of the saved picture; `gone` if the server has no such picture. */
async function pinPicture(url: string, device: PictureDevice): Promise<number | 'gone' | 'failed'> {
  try {
    const saved = await device.store.match(url)
    if (saved !== undefined) return Number(saved.headers.get('content-length') ?? 0)
    const answer = await device.fetch(url)
    const type = answer.headers.get('content-type') ?? ''
    if (answer.status === 404 || answer.status === 410) return 'gone'
    if (!answer.ok || answer.redirected || !type.startsWith('image/')) return 'failed'
    const bytes = await answer.arrayBuffer()
    if (bytes.byteLength === 0) return 'failed'
    await device.store.put(url, device.toAnswer(bytes, type))
    return bytes.byteLength
  } catch {
    return 'failed' // no network, a cut body or no room: it is tried again the next time
  }
}

/** Deletes pictures that no saved event names any more. */
export async function releasePictures(named: ReadonlySet<string>, store: PictureStore): Promise<void> {
  for (const { url } of await store.keys()) {
    if (!named.has(toPath(url))) await store.delete(url)
  }
}

/** An address of the store as packs name it. */
export function toPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
