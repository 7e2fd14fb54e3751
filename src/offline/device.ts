// The real fetch, cache and database for saving an event. Page and worker use the same.
import { createCaller } from '../contract/caller.ts'
import type { EventCar, SoldVendors } from '../domain/event.ts'
import { minuteMs } from '../domain/time.ts'
import { carsCacheName, expendableCaches, type PictureDevice, pinnedCacheName } from './files/pictures.ts'
import { prerenderCacheName, toPrerenderKey } from './files/prerenders.ts'
import type { Library, ShowId } from './library.ts'
import { packTimeLimitMs, type SaveDevice } from './savedEvents.ts'

const pictureTimeLimitMs = minuteMs

/** Undefined where the browser refuses Cache Storage, as on plain http and in some private windows. */
async function openCache(name: string): Promise<Cache | undefined> {
  try {
    return await caches.open(name)
  } catch {
    return undefined
  }
}

async function openPictureDevice(name: string): Promise<PictureDevice | undefined> {
  const cache = await openCache(name)
  return cache && toPictureDevice(cache)
}

/** Whether this browser keeps the app's files and pictures at all. */
export async function canSaveFiles(): Promise<boolean> {
  return (await openCache(pinnedCacheName)) !== undefined
}

function toPictureDevice(cache: Cache): PictureDevice {
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

/** The parts of the device that hold pictures, for those who delete a saved event. */
export async function openPictureDevices(): Promise<Pick<SaveDevice, 'pictures' | 'carPictures'>> {
  const [pictures, carPictures] = await Promise.all([
    openPictureDevice(pinnedCacheName),
    openPictureDevice(carsCacheName),
  ])
  return { pictures, carPictures }
}

export async function openSaveDevice(library: Library, clock: SaveDevice['clock']): Promise<SaveDevice> {
  return {
    ...(await openPictureDevices()),
    hasRoomForCars,
    listLaterCars,
    listSoldVendors,
    fetch: (url, init) => fetch(url, init),
    library,
    clock,
    forgetPrerender,
    timeLimit: () => AbortSignal.timeout(packTimeLimitMs),
  }
}

async function listLaterCars(show: ShowId): Promise<EventCar[]> {
  return (await openCaller(show).call('get_later_entries', { eventId: show.eventId })).cars
}

async function listSoldVendors(show: ShowId): Promise<SoldVendors> {
  const { version, vendors, reservations } = await openCaller(show).call('get_sold_vendors', {
    eventId: show.eventId,
  })
  return { version, vendors, reservations }
}

function openCaller({ club }: ShowId) {
  return createCaller({
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(packTimeLimitMs) }),
    origin: '',
    envelope: () => (club === '' ? {} : { subdomain: club }),
    findToken: () => undefined,
    saveToken: () => {},
  })
}

/** Cars' pictures never use the room that sheets and ballots may need. */
const mostUsedForCars = 0.6

async function hasRoomForCars(): Promise<boolean> {
  try {
    const { usage = 0, quota = Number.POSITIVE_INFINITY } = await navigator.storage.estimate()
    return usage < mostUsedForCars * quota
  } catch {
    return true // the browser does not say
  }
}

/** Deletes pictures that can be fetched again. Returns whether there were any. */
export async function giveUpPictures(): Promise<boolean> {
  try {
    const counts = await Promise.all(expendableCaches.map(emptyCache))
    return counts.some((count) => count > 0)
  } catch {
    return false // no Cache Storage, so no pictures
  }
}

/** One by one: a whole cache keeps its room for as long as a context has it open. Returns how many there were. */
async function emptyCache(name: string): Promise<number> {
  const cache = await caches.open(name)
  const all = await cache.keys()
  await Promise.all(all.map((request) => cache.delete(request)))
  return all.length
}

/** Call this after a change that alters the viewer's home while it is not on the screen. */
export async function forgetPrerender(show: ShowId): Promise<void> {
  if (!('caches' in globalThis)) return
  try {
    await (await caches.open(prerenderCacheName)).delete(toPrerenderKey(show))
  } catch {
    return // a browser that saves nothing has no prerender
  }
}
