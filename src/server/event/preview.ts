// Who looks at an event before it is published: the holder of a link, whose browser keeps it in a cookie.
import type { Tx } from '../db/open.ts'
import { hashLinkSecret } from '../sealed/linkSecret.ts'
import { findAnyEvent, isPreviewOpen, type StoredEvent } from './db/event.ts'

export interface Looker {
  /** The secret of the link, from the browser's cookie. */
  readonly preview: string | undefined
  /** Epoch milliseconds. */
  readonly now: number
}

/** An event that is published, or that this caller may look at all the same (rules/security 5.8). */
export async function findShownEvent(
  tx: Tx,
  eventId: number,
  { preview, now }: Looker,
): Promise<StoredEvent | undefined> {
  const event = await findAnyEvent(tx, eventId)
  if (event === undefined || event.published) return event
  if (preview === undefined) return undefined
  return (await isPreviewOpen(tx, { eventId, hash: hashLinkSecret(preview), now })) ? event : undefined
}
