// Saving an event for the show: fetches its pack, proves that it is whole, writes it, and pins its pictures.

import type { FailureCode } from '../contract/failures.ts'
import { isRecord } from '../domain/canonicalJson.ts'
import type { EventPack } from '../domain/event.ts'
import { minuteMs } from '../domain/time.ts'
import { type Clock, findServerTime } from './clock.ts'
import type { Library, ShowId } from './library.ts'
import {
  listPictures,
  type PictureDevice,
  type PinnedPictures,
  pinPictures,
  releasePictures,
} from './pictures.ts'

export type SaveOutcome =
  /** A newer version was written. */
  | { kind: 'saved'; version: string; before: string | undefined }
  /** The saved version is the newest. */
  | { kind: 'unchanged'; version: string }
  /** Nothing of ours came: no network, a captive portal, a cut body, a server in trouble. */
  | { kind: 'unreachable' }
  /** The club does not show this event; a copy on the device stays. */
  | { kind: 'not-found' }
  /** The pack came whole and the device could not keep it: no room, or no storage in this mode. */
  | { kind: 'not-kept'; reason: string; pack: EventPack }

/** What this file needs of `fetch`. */
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
    'findVersion' | 'savePack' | 'keepCheck' | 'findCheck' | 'keepPictures' | 'listPinned'
  >
  clock: Clock
  pictures: PictureDevice
  /** Lets go of how the version before looked. */
  forgetPainting?(show: ShowId): Promise<void>
  /** Ends a fetch that hangs. */
  timeLimit?(): AbortSignal
  /** What the screen itself needs goes before the pictures of the other screens. */
  untilIdle?(): Promise<void>
}

/** A pack of a large show over two bars of signal. */
export const packTimeLimitMs = minuteMs

/** How often the count of pictures is written while they come, for whoever watches. */
const picturesPerNote = 8

export function toPackUrl(show: ShowId): string {
  const query = show.club === '' ? '' : `?subdomain=${encodeURIComponent(show.club)}`
  return `/dart/pack/${show.eventId}${query}`
}

/**
 * Brings the event's newest version to the device. Only a complete pack replaces the one before it; the
 * pictures follow, and whatever fails is tried again by the next call.
 */
export async function saveEvent(
  show: ShowId,
  device: SaveDevice,
  report?: (pinned: PinnedPictures) => void,
): Promise<SaveOutcome> {
  const outcome = await savePack(show, device)
  if (outcome.kind === 'saved') await pinSaved(show, true, device, report)
  if (outcome.kind === 'unchanged') await pinSaved(show, false, device, report)
  return outcome
}

async function savePack(show: ShowId, device: SaveDevice): Promise<SaveOutcome> {
  const before = await findKeptVersion(show, device.library)
  const fetched = await fetchPack(show, before, device)
  if (fetched.kind === 'unchanged') {
    if (before === undefined) return { kind: 'unreachable' }
    await device.library.keepCheck(show, device.clock.now())
    return { kind: 'unchanged', version: before }
  }
  if (fetched.kind !== 'pack') return fetched
  const { pack, bytes } = fetched
  try {
    await device.library.savePack(show, pack, {
      savedAt: device.clock.now(),
      bytes,
      pictures: listPictures(pack),
    })
  } catch (error) {
    return { kind: 'not-kept', reason: error instanceof Error ? error.name : 'unknown', pack }
  }
  // after the writing: whatever was painted meanwhile shows the version before
  await device.forgetPainting?.(show)
  return { kind: 'saved', version: pack.version, before }
}

async function findKeptVersion(show: ShowId, library: SaveDevice['library']): Promise<string | undefined> {
  try {
    return await library.findVersion(show)
  } catch {
    return undefined // no storage in this mode: the pack is fetched whole, and not kept
  }
}

type Fetched =
  | { kind: 'pack'; pack: EventPack; bytes: number }
  | { kind: 'unchanged' }
  | { kind: 'unreachable' }
  | { kind: 'not-found' }

/** What the pack's address answers, and what the action does. */
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
  if (answer.status === 304) {
    if (serverNow !== undefined) device.clock.learn(serverNow)
    return { kind: 'unchanged' }
  }
  const value = parseJson(new TextDecoder().decode(body))
  if (isRefusal(value)) return { kind: missingCodes.has(value.code) ? 'not-found' : 'unreachable' }
  if (answer.status !== 200 || !isPackOf(value, show.eventId)) return { kind: 'unreachable' }
  const tag = answer.headers.get('etag')
  if (tag !== null && tag.replace(/^W\//, '') !== `"${value.version}"`) return { kind: 'unreachable' }
  if (serverNow !== undefined) device.clock.learn(serverNow)
  return { kind: 'pack', pack: value, bytes: body.byteLength }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // a page, or half of an answer
  }
}

function isRefusal(value: unknown): value is { success: false; code: string } {
  return isRecord(value) && value.success === false && typeof value.code === 'string'
}

const listsOfPack = ['maps', 'vendors', 'schedule', 'classes', 'forms'] as const

/** Whether this is a whole pack, and of the event that was asked for. */
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

async function pinSaved(
  show: ShowId,
  isNew: boolean,
  device: SaveDevice,
  report?: (pinned: PinnedPictures) => void,
): Promise<void> {
  const check = await device.library.findCheck(show)
  if (check === undefined || (!isNew && check.picturesKept === check.picturesWanted)) return
  const pinned = await pinPictures(check.pictures, device.pictures, (soFar) => {
    report?.(soFar)
    if (soFar.kept % picturesPerNote === 0) void device.library.keepPictures(show, { ...soFar })
  })
  if (pinned.kept !== check.picturesKept || pinned.bytes !== check.pictureBytes) {
    await device.library.keepPictures(show, pinned)
  }
  if (isNew) await releasePictures(await device.library.listPinned(), device.pictures.store)
}

/** Throws the saved copy away, with the pictures that nothing else names. */
export async function deleteSavedEvent(
  show: ShowId,
  library: Library,
  pictures: PictureDevice,
): Promise<void> {
  await library.deleteShow(show)
  await releasePictures(await library.listPinned(), pictures.store)
}

/** How often the server is asked while all is well (rules/offline 2.3), and at most while it is not. */
export const pollEveryMs = minuteMs
/** The network often says that it is back a moment before it is. */
const firstRetryMs = 2_000

/** How long to wait before the next look after so many failures in a row; jittered, for a field full of phones. */
export function findNextPollMs(failures: number, random: () => number): number {
  const base = failures === 0 ? pollEveryMs : Math.min(pollEveryMs, firstRetryMs * 2 ** (failures - 1))
  return Math.round(base * (0.85 + 0.3 * random()))
}
