// The secret of a judge's link: out of the address at once, and kept with its key until the server has answered.
import type { Drafts } from '../../../../offline/drafts.ts'
import type { DraftId } from '../../../../offline/outboxRecords.ts'

export interface PendingLink {
  secret: string
  /** The same for every try, so that a lost answer is given again instead of "used already". */
  key: string
}

/** What the contract takes as a link's secret; any other fragment is left alone. */
const shape = /^#?([A-Za-z0-9_-]{20,128})$/

export function findSecret(hash: string): string | undefined {
  return shape.exec(hash)?.[1]
}

export async function findPendingLink(drafts: Drafts, id: DraftId): Promise<PendingLink | undefined> {
  const value = (await drafts.find(id)) as Partial<PendingLink> | undefined
  const { secret, key } = value ?? {}
  return typeof secret === 'string' && typeof key === 'string' ? { secret, key } : undefined
}

/**
 * The link that somebody has just opened; opened again before an answer came, it keeps its key. It is on the
 * device when this resolves: a key that dies with the browser would cost them their link.
 */
export async function keepPendingLink(
  drafts: Drafts,
  id: DraftId,
  secret: string,
  newKey: () => string,
): Promise<PendingLink> {
  const before = await findPendingLink(drafts, id)
  const link = before?.secret === secret ? before : { secret, key: newKey() }
  await drafts.keep(id, link)
  return link
}

export function toLinkId(slug: string | undefined, eventId: number): DraftId {
  return `judge-link/${slug ?? ''}/${eventId}`
}
