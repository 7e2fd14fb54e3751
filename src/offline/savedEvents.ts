// Saves an event for the show: fetches its pack, checks that it is complete, writes it and pins its pictures.

import type { FailureCode } from '../contract/failures.ts'
import type { EventCar, EventPack, SoldVendors } from '../domain/event.ts'
import { isRecord } from '../domain/isRecord.ts'
import { noSoldVendors, withSoldVendors } from '../domain/sales/soldVendors.ts'
import { minuteMs } from '../domain/time.ts'
import { type Clock, findServerTime } from './clock.ts'
import {
  listCarPictures,
  listPictures,
  type PictureDevice,
  type PinnedPictures,
  pinPictures,
  releasePictures,
  toPath,
} from './files/pictures.ts'
import type { Library, SavedCheck, ShowId } from './library.ts'
import { transactionTimeLimitMs, withTimeLimit } from './notSaved.ts'

export type SaveOutcome =
  /** A newer version was written. */
  | { kind: 'saved'; version: string; before: string | undefined }
  /** The saved version is the newest. */
  | { kind: 'unchanged'; version: string }
  /** No answer of ours: no network, a captive portal, a cut body or a server in trouble. */
  | { kind: 'unreachable' }
  /** The club does not show this event. A copy on the device stays. */
  | { kind: 'not-found' }
  /** The pack is complete, but the device could not save it: no room, or no storage in this mode. */
  | { kind: 'not-kept'; reason: string; pack: EventPack }

/** The part of `fetch` that this file needs. */
export type PackFetch = (
  url: string,
  init: { headers: Record<string, string>; cache: 'no-store'; redirect: 'error'; signal?: AbortSignal },
) => Promise<PackAnswer>

export interface PackAnswer {
  status: number
  headers: { get(name: string): string | null }
  arrayBuffer(): Promise<ArrayBuffer>
}

export interface SaveDevice {
  fetch: PackFetch
  library: Pick<
    Library,
    | 'findVersion'
    | 'savePack'
    | 'saveCheck'
    | 'findCheck'
    | 'findCars'
    | 'saveLaterCars'
    | 'saveSoldVendors'
    | 'savePictureCount'
    | 'saveCarPictureCount'
    | 'listPinned'
    | 'listPinnedCars'
  >
  clock: Pick<Clock, 'now' | 'learnTime'>
  /** Undefined where the browser keeps no pictures. */
  pictures: PictureDevice | undefined
  carPictures: PictureDevice | undefined
  hasRoomForCars(): Promise<boolean>
  /** The cars that were entered since the server made the saved version. Rejects when it cannot be reached. */
  listLaterCars(show: ShowId): Promise<EventCar[]>
  /** The vendors who bought online. Rejects when the server cannot be reached. */
  listSoldVendors(show: ShowId): Promise<SoldVendors>
  /** Deletes the prerender of the previous version. */
  forgetPrerender?(show: ShowId): Promise<void>
  /** Aborts a fetch that hangs. */
  timeLimit?(): AbortSignal
}

/** Enough for the pack of a large show over two bars of signal. */
export const packTimeLimitMs = minuteMs

/** After so many pictures the progress is written, for screens that show it. */
const picturesPerNote = 8

export function toPackUrl(show: ShowId): string {
  const query = show.club === '' ? '' : `?subdomain=${encodeURIComponent(show.club)}`
  return `/dart/pack/${show.eventId}${query}`
}

/** Fetches the event's newest version. Only a complete pack replaces the previous one. Call `pinEvent` then. */
export async function saveEvent(show: ShowId, device: SaveDevice): Promise<SaveOutcome> {
  const before = await findSavedVersion(show, device.library)
  const fetched = await fetchPack(show, before, device)
  if (fetched.kind === 'unchanged') {
    if (before === undefined) return { kind: 'unreachable' }
    await noteCheck(show, device, fetched.soldVendors)
    return { kind: 'unchanged', version: before }
  }
  if (fetched.kind !== 'pack') return fetched
  const { pack, bytes, soldVendors } = fetched
  let version: string
  try {
    const facts = { savedAt: device.clock.now(), bytes, pictures: listPictures(pack), soldVendors }
    version = await withTimeLimit(device.library.savePack(show, pack, facts), transactionTimeLimitMs)
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    return { kind: 'not-kept', reason, pack: await addSoldVendors(show, pack, soldVendors, device) }
  }
  if (version !== pack.version) return { kind: 'unchanged', version }
  // only after the writing: a prerender that was saved meanwhile shows the previous version
  await device.forgetPrerender?.(show)
  return { kind: 'saved', version: pack.version, before }
}

/** Where nothing is saved, what is shown is fetched whole. */
async function addSoldVendors(
  show: ShowId,
  pack: EventPack,
  version: string | undefined,
  { listSoldVendors }: SaveDevice,
): Promise<EventPack> {
  if (version === undefined || version === noSoldVendors) return pack
  try {
    return withSoldVendors(pack, await listSoldVendors(show))
  } catch {
    return pack // not reached: the next look asks again
  }
}

/** The version is the newest whether or not the device can note when that was asked. */
async function noteCheck(
  show: ShowId,
  { library, clock }: SaveDevice,
  soldVendors: string | undefined,
): Promise<void> {
  try {
    await withTimeLimit(library.saveCheck(show, clock.now(), soldVendors), transactionTimeLimitMs)
  } catch {
    return
  }
}

async function findSavedVersion(show: ShowId, library: SaveDevice['library']): Promise<string | undefined> {
  try {
    return await withTimeLimit(library.findVersion(show), transactionTimeLimitMs)
  } catch {
    return undefined // no storage in this mode: the pack is fetched whole and not saved
  }
}

type Fetched =
  | { kind: 'pack'; pack: EventPack; bytes: number; soldVendors: string | undefined }
  | { kind: 'unchanged'; soldVendors: string | undefined }
  | { kind: 'unreachable' }
  | { kind: 'not-found' }

/** The code of the pack's address, and the code of the action. */
const missingCodes: ReadonlySet<string> = new Set<FailureCode>(['not-found', 'event-not-found'])

async function fetchPack(show: ShowId, version: string | undefined, device: SaveDevice): Promise<Fetched> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (version !== undefined) headers['If-None-Match'] = `"${version}"`
  const signal = device.timeLimit?.()
  let answer: PackAnswer
  let body: ArrayBuffer
  try {
    answer = await device.fetch(toPackUrl(show), {
      headers,
      cache: 'no-store',
      redirect: 'error',
      ...(signal === undefined ? {} : { signal }),
    })
    body = await answer.arrayBuffer()
  } catch {
    return { kind: 'unreachable' } // no network, or the body was cut: the copy on the device stays
  }
  const serverNow = findServerTime(answer.headers)
  const soldVendors = answer.headers.get('event-vendors') ?? undefined
  if (answer.status === 304) {
    if (serverNow !== undefined) device.clock.learnTime(serverNow)
    return { kind: 'unchanged', soldVendors }
  }
  const value = parseJson(new TextDecoder().decode(body))
  if (isRefusal(value)) return { kind: missingCodes.has(value.code) ? 'not-found' : 'unreachable' }
  if (answer.status !== 200 || !isPackOf(value, show.eventId)) return { kind: 'unreachable' }
  const tag = answer.headers.get('etag')
  if (tag !== null && tag.replace(/^W\//, '') !== `"${value.version}"`) return { kind: 'unreachable' }
  if (serverNow !== undefined) device.clock.learnTime(serverNow)
  return { kind: 'pack', pack: value, bytes: body.byteLength, soldVendors }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a page, or half an answer
  }
}

function isRefusal(value: unknown): value is { success: false; code: string } {
  return isRecord(value) && value.success === false && typeof value.code === 'string'
}

const listsOfPack = ['maps', 'vendors', 'schedule', 'classes', 'forms'] as const

/** Whether this is a whole pack of the requested event. */
export function isPackOf(value: unknown, eventId: number): value is EventPack {
  if (!isRecord(value) || value.success !== true) return false
  if (typeof value.version !== 'string' || value.version === '') return false
  if (typeof value.generatedAt !== 'string') return false
  if (!isRecord(value.event) || value.event.id !== eventId) return false
  if (typeof value.event.name !== 'string' || typeof value.event.timeZone !== 'string') return false
  if (!Array.isArray(value.event.images)) return false
  if (!isRecord(value.entries)) return false
  if (!Array.isArray(value.entries.classes) || !Array.isArray(value.entries.cars)) return false
  return listsOfPack.every((name) => Array.isArray(value[name]))
}

/**
 * Fetches the vendors who bought online, if they have changed, and the saved event's pictures that are not on the
 * device yet. For who judges or votes (`withCars` is true
 * or was once) first the cars that were entered later, and at last their pictures. What fails is tried again by
 * the next call.
 */
export async function pinEvent(show: ShowId, device: SaveDevice, withCars: boolean): Promise<void> {
  const check = await device.library.findCheck(show)
  if (check !== undefined) await saveSoldVendors(show, device, check)
  const areCarsWanted = withCars || check?.cars !== undefined
  if (check !== undefined && areCarsWanted) await saveLaterCars(show, device)
  if (device.pictures !== undefined) await pinShow(show, device, device.pictures)
  if (check !== undefined && device.carPictures !== undefined && areCarsWanted) {
    await pinCars(show, device, device.carPictures, check.cars)
  }
}

/** For who judges or votes: a car is on their lists with the next look after it was entered. */
async function saveLaterCars(show: ShowId, { library, listLaterCars }: SaveDevice): Promise<void> {
  let later: EventCar[]
  try {
    later = await listLaterCars(show)
  } catch {
    return // not reached: the next look asks again
  }
  await library.saveLaterCars(show, later)
}

/** The pack's answer names their version, so nobody asks while nothing has changed. */
async function saveSoldVendors(
  show: ShowId,
  { library, listSoldVendors }: SaveDevice,
  { soldNewest, soldSaved = noSoldVendors }: SavedCheck,
): Promise<void> {
  if (soldNewest === undefined || soldNewest === soldSaved) return
  let sold: SoldVendors
  try {
    sold = await listSoldVendors(show)
  } catch {
    return // not reached: the next look asks again
  }
  await library.saveSoldVendors(show, sold)
}

async function pinShow(show: ShowId, { library }: SaveDevice, pictures: PictureDevice): Promise<void> {
  const check = await library.findCheck(show)
  if (check === undefined || check.picturesKept === check.picturesWanted) return
  const pinned = await pinPictures(check.pictures, pictures)
  await library.savePictureCount(show, pinned)
  await releasePictures(await library.listPinned(), pictures.store)
}

async function pinCars(
  show: ShowId,
  { library, hasRoomForCars }: SaveDevice,
  pictures: PictureDevice,
  before: PinnedPictures | undefined,
): Promise<void> {
  const cars = await library.findCars(show)
  if (cars === undefined) return
  const urls = listCarPictures(cars)
  const present = await listPresent(urls, pictures.store)
  const isWhole = before !== undefined && before.saved === before.wanted && present.length >= before.saved
  if (isWhole) return
  if (!(await hasRoomForCars())) {
    // they may have given way to a sheet
    await library.saveCarPictureCount(show, {
      wanted: urls.length,
      saved: present.length,
      bytes: present.length === 0 ? 0 : (before?.bytes ?? 0),
    })
    return
  }
  const pinned = await pinPictures(urls, pictures, (soFar) => {
    if (soFar.saved % picturesPerNote === 0) void library.saveCarPictureCount(show, { ...soFar })
  })
  await library.saveCarPictureCount(show, pinned)
  await releasePictures(await library.listPinnedCars(), pictures.store)
}

async function listPresent(urls: readonly string[], store: PictureDevice['store']): Promise<string[]> {
  const stored = new Set((await store.keys()).map(({ url }) => toPath(url)))
  return urls.filter((url) => stored.has(url))
}

/** Deletes the saved event, and pictures that no other saved event names. */
export async function deleteSavedEvent(
  show: ShowId,
  library: Library,
  { pictures, carPictures }: Pick<SaveDevice, 'pictures' | 'carPictures'>,
): Promise<void> {
  await library.deleteShow(show)
  if (pictures !== undefined) await releasePictures(await library.listPinned(), pictures.store)
  if (carPictures !== undefined) await releasePictures(await library.listPinnedCars(), carPictures.store)
}

/** How often the device polls (rules/offline 2.3). After failures, the longest wait. */
export const pollEveryMs = minuteMs
/** The system often reports the network a moment before it works. */
const firstRetryMs = 2_000

/** The wait before the next poll after so many failures in a row. Random, for a field full of phones. */
export function findNextPollMs(failures: number, random: () => number): number {
  const base = failures === 0 ? pollEveryMs : Math.min(pollEveryMs, firstRetryMs * 2 ** (failures - 1))
  return Math.round(base * (0.7 + 0.3 * random()))
}
