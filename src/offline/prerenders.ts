// The viewer's home as it last stood on the screen, kept for the worker to send with the document.
import type { Prerender } from '../domain/prerender.ts'
import type { ShowId } from './library.ts'

export const paintingCacheName = 'paintings'

/** What a page hands to the worker; only the worker that serves the page's own build keeps it. */
export interface KeptPainting extends ShowId, Prerender {
  /** The event's version that it shows. */
  version: string
  /** Address of the script that the page's document began with: another build's differs. */
  entry: string
}

/** The key under which a show's painting is kept. */
export function toPaintingKey(show: ShowId): string {
  return `/paintings/${show.eventId}?club=${encodeURIComponent(show.club)}`
}
