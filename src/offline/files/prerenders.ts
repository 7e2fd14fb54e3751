// The prerender of the viewer's home as it was last on the screen. The worker sends it with the document.
import type { Prerender } from '../../domain/prerender.ts'
import type { ShowId } from '../library.ts'

// on devices the cache has this name
export const prerenderCacheName = 'paintings'

/** A page sends this to the worker. Only a worker of the same build saves it. */
export interface SavedPrerender extends ShowId, Prerender {
  /** The version of the event that it shows. */
  version: string
  /** Address of the first script in the page's document. It differs between builds. */
  entry: string
}

/** The key under which a show's prerender is stored. */
export function toPrerenderKey(show: ShowId): string {
  return `/paintings/${show.eventId}?club=${encodeURIComponent(show.club)}`
}
