// The typed messages between page and worker. Besides them, only databases say what changed (followedDatabase).

import { isRecord } from '../domain/isRecord.ts'
import type { SavedPrerender } from './files/prerenders.ts'
import type { ShowId } from './library.ts'
import type { OutboxSpan } from './outboxDatabase.ts'
import type { SaveOutcome } from './savedEvents.ts'

// pages and workers of earlier builds use this word
export const savePrerenderType = 'keep-painting'

/** Page to worker. Messages that want an answer carry a port. */
export type PageMessage =
  /** Fetch the event's pack and pictures, those of cars too if somebody judges or votes here. */
  | ({ type: 'save-event'; withCars?: boolean } & ShowId)
  /** The viewer's home as it is on the screen, for the first paint of the next visit. */
  | { type: typeof savePrerenderType; painting: SavedPrerender }
  /** The member signed out: their private data leaves the device. */
  | { type: 'signed-out' }
  /** A good moment to fetch the app's files that no show needs. */
  | { type: 'complete-app' }

/** Worker to page, through the port of the message that it answers. */
export interface WorkerAnswer {
  type: 'event-outcome'
  outcome: SaveOutcome
  clockOffset: number
}

/** To all pages and the worker, over the channel. */
export type Announcement =
  /** With the part that changed, if nothing else did. Earlier builds name none, and read all. */
  | { type: 'outbox-changed'; part?: OutboxSpan }
  /** How far a worker is with the app's files: those of the viewer, or all that a show needs. */
  | { type: 'app-files'; saved: number; wanted: number; isWhole?: boolean }

export const channelName = 'showfield'

/** The browser gives this tag to the worker when there is a network again. No tab need be open. */
export const syncTag = 'outbox'
/** A context shares this lock while it holds something that an update would lose (rules/offline 3.4). */
export const busyLock = 'busy'

export function isPageMessage(data: unknown): data is PageMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'signed-out' || data.type === 'complete-app') return true
  if (data.type === savePrerenderType) return 'painting' in data && isShowId(data.painting)
  return data.type === 'save-event' && isShowId(data)
}

function isShowId(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'club' in value &&
    typeof value.club === 'string' &&
    'eventId' in value &&
    Number.isInteger(value.eventId)
  )
}

/** The part that an announcement names. Another build may mean something else by it: then anything has changed. */
export function findPart({ part }: { part?: unknown }): OutboxSpan | undefined {
  if (!isRecord(part) || typeof part.from !== 'number' || typeof part.to !== 'number') return undefined
  return { from: part.from, to: part.to }
}

export function isAnnouncement(data: unknown): data is Announcement {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    typeof data.type === 'string' &&
    ['outbox-changed', 'app-files'].includes(data.type)
  )
}
