// What moderators and officers do with posts and their authors. All of it goes into the trail.
import { Failure } from '../../../../contract/failures.ts'
import { addToTrail, setMuted } from '../../../community/db/moderation.ts'
import type { Tx } from '../../../db/open.ts'
import { type ChangedPost, lockReported, setPostHidden } from '../db/postChange.ts'
import { closeReports } from '../db/report.ts'

const notTheirOwn = 'Another moderator decides about what you wrote.'

interface Act {
  /** Null for an officer at the command line. */
  readonly actorId: number | null
  readonly at: Date
}

export interface HideResult {
  /** False if it was hidden, or shown, already. */
  readonly isChanged: boolean
  readonly isDeleted: boolean
  readonly closedReports: number
}

/**
 * Either way its open reports are dealt with. One that its author has deleted stays as it is, and is only there
 * as long as it has open reports. Undefined if there is no such post. Nobody decides about what they wrote.
 */
export async function hidePost(
  tx: Tx,
  {
    postId,
    hidden,
    reason = '',
  }: { readonly postId: number; readonly hidden: boolean; readonly reason?: string },
  { actorId, at }: Act,
): Promise<HideResult | undefined> {
  const post = await lockReported(tx, postId)
  if (post === undefined) return undefined
  if (!post.isDeleted && post.memberId === actorId) throw new Failure('not-allowed', notTheirOwn)
  const isChanged = !post.isDeleted && post.isHidden !== hidden
  if (isChanged) await setPostHidden(tx, postId, hidden ? at : null, reason)
  const isOthers = post.memberId !== actorId
  const closedReports = isOthers ? await closeReports(tx, postId, { at }) : 0
  if (post.isDeleted && closedReports === 0) return undefined
  if (isChanged || closedReports > 0) {
    await addToTrail(tx, {
      ...{ actorId, at, postId, change: hidden && !post.isDeleted ? 'hide' : 'restore' },
      before: { hidden: post.isHidden && !post.isDeleted, reports: closedReports },
    })
  }
  return { isChanged, isDeleted: post.isDeleted, closedReports }
}

/** False if it was so already. */
export async function muteMember(
  tx: Tx,
  { memberId, muted }: { readonly memberId: number; readonly muted: boolean },
  { actorId, at }: Act,
): Promise<boolean> {
  const isChanged = await setMuted(tx, memberId, muted, at)
  if (isChanged) {
    await addToTrail(tx, { actorId, at, memberId, change: muted ? 'mute' : 'unmute' })
  }
  return isChanged
}

/** What a moderator replaces or removes, as the trail keeps it. */
export function toBefore({ message, topicId, pictures }: ChangedPost): Record<string, unknown> {
  return { message, topicId, pictures }
}
