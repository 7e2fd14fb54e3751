// All SQL about moderators: who is one, who is muted, and the trail of what they change.
import type { Tx } from '../open.ts'

export async function isModerator(tx: Tx, tenantId: number, memberId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('member_settings')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .select('moderator')
    .executeTakeFirst()
  return row?.moderator ?? false
}

export interface TrailEntry {
  /** Null for an officer at the command line. */
  readonly actorId: number | null
  readonly at: Date
  readonly change: 'edit' | 'delete' | 'hide' | 'restore' | 'mute' | 'unmute'
  /** What was changed: exactly one of the three. */
  readonly postId?: number
  readonly classifiedId?: number
  readonly memberId?: number
  /** What was there before. */
  readonly before?: Readonly<Record<string, unknown>>
}

export async function addToTrail(tx: Tx, tenantId: number, entry: TrailEntry): Promise<void> {
  await tx
    .insertInto('moderation_trail')
    .values({
      tenant_id: tenantId,
      actor_id: entry.actorId,
      at: entry.at,
      change: entry.change,
      post_id: entry.postId ?? null,
      classified_id: entry.classifiedId ?? null,
      member_id: entry.memberId ?? null,
      before: JSON.stringify(entry.before ?? {}),
    })
    .execute()
}

export async function isMuted(tx: Tx, tenantId: number, memberId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('member_mute')
    .where('tenant_id', '=', tenantId)
    .where('member_id', '=', memberId)
    .select('member_id')
    .executeTakeFirst()
  return row !== undefined
}
