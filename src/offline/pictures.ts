// The pictures that a saved event names, and the cache in which they are pinned for page and worker alike.
import type { EventPack } from '../domain/event.ts'
import { isOwnPicture, type ShownPicture, toPictureUrl } from '../domain/picture.ts'

/** Shared with the worker: what lies here is never evicted while a saved pack names it. */
export const pinnedCacheName = 'pictures-pinned'

/** What has to be on the device so that the event's screens are whole, each address once. */
export function listPictures(pack: Pick<EventPack, 'clubLogo' | 'event' | 'maps' | 'entries'>): string[] {
  const poster = pack.event.images[0]?.imageData
  const wanted: [string | undefined, ShownPicture][] = [
    [poster, 'poster'],
    [pack.clubLogo, 'logo'],
    ...pack.maps.map((map): [string, ShownPicture] => [map.backgroundImage, 'map']),
    ...pack.entries.cars.map((car): [string, ShownPicture] => [car.picture, 'car']),
  ]
  const urls = wanted.flatMap(([imageData, kind]) =>
    imageData !== undefined && isOwnPicture(imageData) ? [toPictureUrl(imageData, kind)] : [],
  )
  return [...new Set(urls)]
}

/** What this file needs of a Cache and of fetch. */
export interface PictureStore {
  match(url: string): Promise<{ headers: { get(name: string): string | null } } | undefined>
  put(url: string, response: PictureAnswer): Promise<void>
  delete(url: string): Promise<boolean>
  keys(): Promise<readonly { url: string }[]>
}

export interface PictureAnswer {
  ok: boolean
  redirected: boolean
  headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface PictureDevice {
  store: PictureStore
  fetch(url: string): Promise<PictureAnswer>
  /** A Response of these bytes, which the store can keep. */
  toAnswer(bytes: ArrayBuffer, type: string): PictureAnswer
}

export interface PinnedPictures {
  wanted: number
  kept: number
  /** Bytes of the pictures that are kept. */
  bytes: number
}

/** Cars' pictures are many: a few at a time, so that the screen's own requests pass between them. */
const atOnce = 4

/**
 * Brings the pictures to the device that are not there yet. One that cannot be had is left for the next time;
 * a page in place of a picture is never kept.
 */
export async function pinPictures(
  urls: readonly string[],
  device: PictureDevice,
  report?: (pinned: PinnedPictures) => void,
): Promise<PinnedPictures> {
  const pinned: PinnedPictures = { wanted: urls.length, kept: 0, bytes: 0 }
  const waiting = [...urls]
  let failures = 0
  async function work(): Promise<void> {
    // with the network gone there is no use in asking for all the others
    for (let url = waiting.shift(); url !== undefined && failures < atOnce; url = waiting.shift()) {
      const bytes = await pinPicture(url, device)
      if (bytes === undefined) {
        failures += 1
        continue
      }
      pinned.kept += 1
      pinned.bytes += bytes
      report?.(pinned)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return pinned
}

/** The size of the kept picture, or undefined where it could not be had. */
async function pinPicture(url: string, device: PictureDevice): Promise<number | undefined> {
  const kept = await device.store.match(url)
  if (kept !== undefined) return Number(kept.headers.get('content-length') ?? 0)
  try {
    const answer = await device.fetch(url)
    const type = answer.headers.get('content-type') ?? ''
    if (!answer.ok || answer.redirected || !type.startsWith('image/')) return undefined
    const bytes = await answer.arrayBuffer()
    if (bytes.byteLength === 0) return undefined
    await device.store.put(url, device.toAnswer(bytes, type))
    return bytes.byteLength
  } catch {
    return undefined // no network, a cut body, or no room: it counts as not kept and is tried again
  }
}

/** Lets go of pictures that no saved event names any more. */
export async function releasePictures(named: ReadonlySet<string>, store: PictureStore): Promise<void> {
  for (const { url } of await store.keys()) {
    const { pathname, search } = new URL(url)
    if (!named.has(pathname + search)) await store.delete(url)
  }
}
