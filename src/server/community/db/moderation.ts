// All SQL about moderators: who is one, who is muted, and the trail of what they change.
import { sql } from 'kysely'
import { hasRight } from '../../../domain/rights.ts'
import { inNameOrder } from '../../db/inNameOrder.ts'
import type { Tx } from '../../db/open.ts'
import { findHeldRoles, holdsRight } from '../../member/db/officer.ts'

export async function isModerator(tx: Tx, memberId: number, now: number): Promise<boolean> {
  return hasRight(await findHeldRoles(tx, memberId, new Date(now)), 'moderate')
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

export async function addToTrail(tx: Tx, entry: TrailEntry): Promise<void> {
  const { actorId, postId = null, classifiedId = null, memberId = null, before = {}, ...rest } = entry
  const changed = { post_id: postId, classified_id: classifiedId, member_id: memberId }
  await tx
    .insertInto('moderation_trail')
    .values({ ...rest, ...changed, actor_id: actorId, before: JSON.stringify(before) })
    .execute()
}

export interface ReadTrailEntry {
  readonly at: Date
  readonly change: TrailEntry['change']
  /** Null for an officer at the command line. */
  readonly actor: { readonly id: number; readonly fname: string; readonly lname: string } | null
  readonly before: Readonly<Record<string, unknown>>
}

/** What moderators and officers changed of a post, the oldest first. */
export async function listPostTrail(tx: Tx, postId: number): Promise<ReadTrailEntry[]> {
  const rows = await tx
    .selectFrom('moderation_trail as trail')
    .leftJoin('member as actor', 'actor.id', 'trail.actor_id')
    .where('trail.post_id', '=', postId)
    .orderBy('trail.at')
    .orderBy('trail.id')
    .select(['trail.at', 'trail.change', 'trail.actor_id', 'trail.before', 'actor.fname', 'actor.lname'])
    .execute()
  return rows.map(({ at, change, actor_id: id, before, fname, lname }) => ({
    at,
    change,
    actor: id === null ? null : { id, fname: fname ?? '', lname: lname ?? '' },
    before: before as Record<string, unknown>,
  }))
}

export async function isMuted(tx: Tx, memberId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('member_mute')
    .where('member_id', '=', memberId)
    .select('member_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if it was so already. */
export async function setMuted(tx: Tx, memberId: number, muted: boolean, at: Date): Promise<boolean> {
  const changed = muted
    ? await tx
        .insertInto('member_mute')
        .values({ member_id: memberId, created_at: at })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'member_id']).doNothing())
        .returning('member_id')
        .execute()
    : await tx.deleteFrom('member_mute').where('member_id', '=', memberId).returning('member_id').execute()
  return changed.length > 0
}

/** By their names. */
export function listMuted(tx: Tx) {
  return tx
    .selectFrom('member_mute as mute')
    .innerJoin('member', 'member.id', 'mute.member_id')
    .where('member.deleted_at', 'is', null)
    .orderBy(inNameOrder('member.lname'))
    .orderBy(inNameOrder('member.fname'))
    .orderBy('member.id')
    .select(['member.id', 'member.fname', 'member.lname'])
    .execute()
}

/** Undefined if the club has no such member. */
export function findMuteTarget(tx: Tx, memberId: number) {
  return tx
    .selectFrom('member')
    .where('member.id', '=', memberId)
    .where('member.deleted_at', 'is', null)
    .select(holdsRight('member.id', 'moderate').as('isModerator'))
    .executeTakeFirst()
}

/** A member whose account is closed is muted no more, and the trail of their posts and listings has no pictures. */
export async function endModeration(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('member_mute').where('member_id', '=', memberId).execute()
  await tx
    .updateTable('moderation_trail')
    .set({ before: sql`before || '{"pictures": []}'` })
    .where(sql<boolean>`jsonb_typeof(before -> 'pictures') = 'array'`)
    .where((eb) =>
      eb.or([
        eb('post_id', 'in', eb.selectFrom('post').where('member_id', '=', memberId).select('id')),
        eb('classified_id', 'in', eb.selectFrom('classified').where('member_id', '=', memberId).select('id')),
      ]),
    )
    .execute()
}
