// What moderators and officers do with posts and their authors. All of it goes into the trail.
import { addToTrail, setMuted } from '../db/community/moderation.ts'
import { type ChangedPost, lockPost, setHidden } from '../db/community/postChange.ts'
import { closeReports } from '../db/community/report.ts'
import type { Tx } from '../db/open.ts'

interface Act {
  /** Null for an officer at the command line. */
  readonly actorId: number | null
  readonly at: Date
}

export interface HideResult {
  /** False if it was hidden, or shown, already. */
  readonly isChanged: boolean
  readonly closedReports: number
}

/** Either way its open reports are dealt with. Undefined if there is no such post. */
export async function hidePost(
  tx: Tx,
  tenantId: number,
  { postId, hidden }: { readonly postId: number; readonly hidden: boolean },
  { actorId, at }: Act,
): Promise<HideResult | undefined> {
  const post = await lockPost(tx, tenantId, { memberId: actorId ?? 0, seesHidden: true }, postId)
  if (post === undefined) return undefined
  const isChanged = post.isHidden !== hidden
  if (isChanged) await setHidden(tx, tenantId, postId, hidden ? at : null)
  const closedReports = await closeReports(tx, tenantId, postId, { at })
  if (isChanged || closedReports > 0) {
    await addToTrail(tx, tenantId, {
      ...{ actorId, at, postId, change: hidden ? 'hide' : 'restore' },
      before: { hidden: post.isHidden, reports: closedReports },
    })
  }
  return { isChanged, closedReports }
}

/** False if it was so already. */
export async function muteMember(
  tx: Tx,
  tenantId: number,
  { memberId, muted }: { readonly memberId: number; readonly muted: boolean },
  { actorId, at }: Act,
): Promise<boolean> {
  const isChanged = await setMuted(tx, tenantId, memberId, muted, at)
  if (isChanged) {
    await addToTrail(tx, tenantId, { actorId, at, memberId, change: muted ? 'mute' : 'unmute' })
  }
  return isChanged
}

/** What a moderator replaces or removes, as the trail keeps it. */
export function toBefore({ message, topicId, pictures }: ChangedPost): Record<string, unknown> {
  return { message, topicId, pictures }
}
