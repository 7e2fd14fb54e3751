// This device as saving an event needs it: the real fetch, cache and database, the same in page and worker.
import { minuteMs } from '../domain/time.ts'
import type { Clock } from './clock.ts'
import type { Library, ShowId } from './library.ts'
import { type PictureDevice, pinnedCacheName } from './pictures.ts'
import { paintingCacheName, toPaintingKey } from './prerenders.ts'
import { packTimeLimitMs, type SaveDevice } from './savedEvents.ts'

const pictureTimeLimitMs = minuteMs

export async function openPictureDevice(): Promise<PictureDevice> {
  const cache = await caches.open(pinnedCacheName)
  return {
    store: {
      match: (url) => cache.match(url),
      put: (url, answer) => (answer instanceof Response ? cache.put(url, answer) : Promise.resolve()),
      delete: (url) => cache.delete(url),
      keys: () => cache.keys(),
    },
    fetch: (url) => fetch(url, { signal: AbortSignal.timeout(pictureTimeLimitMs) }),
    toAnswer: (bytes, type) =>
      new Response(bytes, {
        headers: { 'Content-Type': type, 'Content-Length': String(bytes.byteLength) },
      }),
  }
}

export async function openSaveDevice(library: Library, clock: Clock): Promise<SaveDevice> {
  return {
    fetch: (url, init) => fetch(url, init),
    library,
    clock,
    pictures: await openPictureDevice(),
    forgetPainting,
    timeLimit: () => AbortSignal.timeout(packTimeLimitMs),
  }
}

/** After whatever changes how the viewer's home looks while nobody looks at it. */
export async function forgetPainting(show: ShowId): Promise<void> {
  if (!('caches' in globalThis)) return
  try {
    await (await caches.open(paintingCacheName)).delete(toPaintingKey(show))
  } catch {
    return // a browser that keeps nothing has none
  }
}
