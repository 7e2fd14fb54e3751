// The secret of a judge's link. It leaves the address at once and is saved until the server has answered.
import type { Drafts } from '../../../../offline/drafts.ts'
import type { DraftId } from '../../../../offline/outboxRecords.ts'

export interface PendingLink {
  secret: string
  /** The same for every try: after a lost answer the server gives it again instead of "used already". */
  key: string
}

/** The link by which a judge has verified on this phone: opened again, it is theirs. */
export interface SpentLink extends PendingLink {
  judgeId: string
}

/** The contract's pattern for a link's secret. Any other fragment is ignored. */
const shape = /^#?([A-Za-z0-9_-]{20,128})$/

export function findSecret(hash: string): string | undefined {
  return shape.exec(hash)?.[1]
}

export async function findPendingLink(drafts: Drafts, id: DraftId): Promise<PendingLink | undefined> {
  const value = (await drafts.find(id)) as Partial<PendingLink> | undefined
  const { secret, key } = value ?? {}
  return typeof secret === 'string' && typeof key === 'string' ? { secret, key } : undefined
}

export async function findSpentLink(drafts: Drafts, id: DraftId): Promise<SpentLink | undefined> {
  const link = await findPendingLink(drafts, toSpentId(id))
  const { judgeId } = ((await drafts.find(toSpentId(id))) ?? {}) as Partial<SpentLink>
  return link === undefined || typeof judgeId !== 'string' ? undefined : { ...link, judgeId }
}

export function saveSpentLink(drafts: Drafts, id: DraftId, link: SpentLink): Promise<void> {
  return drafts.save(toSpentId(id), link)
}

/**
 * Saves the link that was just opened. If it is opened again, before an answer came or after, it keeps its key.
 * Resolves when the link is on the device: if its key were lost with the browser, the link would be lost too.
 */
export async function savePendingLink(
  drafts: Drafts,
  id: DraftId,
  secret: string,
  newKey: () => string,
): Promise<PendingLink> {
  const known = [await findPendingLink(drafts, id), await findSpentLink(drafts, id)]
  const key = known.find((before) => before?.secret === secret)?.key ?? newKey()
  const link = { secret, key }
  await drafts.save(id, link)
  return link
}

export function toLinkId(slug: string | undefined, eventId: number): DraftId {
  return `judge-link/${slug ?? ''}/${eventId}`
}

function toSpentId(id: DraftId): DraftId {
  return `${id}/spent`
}
