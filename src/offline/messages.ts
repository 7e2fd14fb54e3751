// The typed words that page and worker exchange, and nothing else passes between them.
import type { ShowId } from './library.ts'
import type { KeptPainting } from './prerenders.ts'
import type { SaveOutcome } from './savedEvents.ts'

/** Page to worker; those with an answer carry a port. */
export type PageMessage =
  /** Fetch the event's pack and pictures, and write them to the library. */
  | ({ type: 'save-event' } & ShowId)
  /** The viewer's home as it stands on the screen, for the next visit's first paint. */
  | { type: 'keep-painting'; painting: KeptPainting }
  /** The member signed out: what is private leaves the device. */
  | { type: 'signed-out' }

/** Worker to page, through the port of the message that it answers. */
export interface WorkerAnswer {
  type: 'event-outcome'
  outcome: SaveOutcome
  clockOffset: number
}

/** To all pages and the worker, over the channel. */
export type Announcement = ({ type: 'event-saved'; version: string } & ShowId) | { type: 'outbox-changed' }

export const channelName = 'showfield'

/** What the browser hands to the worker when a network is there, and no tab need be open. */
export const syncTag = 'outbox'
/** Who holds something that a new version of the app would lose shares this lock (rules/offline 3.4). */
export const busyLock = 'busy'

export function isPageMessage(data: unknown): data is PageMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'signed-out') return true
  if (data.type === 'keep-painting') return 'painting' in data && isShowId(data.painting)
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

export function isAnnouncement(data: unknown): data is Announcement {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    typeof data.type === 'string' &&
    ['event-saved', 'outbox-changed'].includes(data.type)
  )
}
