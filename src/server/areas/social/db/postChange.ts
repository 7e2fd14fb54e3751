// All SQL that writes posts, comments and reactions.
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import { isVisible, type Viewer } from './post.ts'

export interface ChangedPost {
  readonly memberId: number
  readonly parentId: number | null
  readonly topicId: number | null
  readonly message: string
  readonly pictures: readonly string[]
}

/** Undefined if the viewer does not see it. Until the transaction ends it stays, or only this one changes it. */
export function lockPost(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  lock: 'stay' | 'change' = 'change',
): Promise<ChangedPost | undefined> {
  return tx
    .selectFrom('post')
    .leftJoin('post as parent', 'parent.id', 'post.parent_id')
    .where('post.id', '=', postId)
    .where(isVisible('post', viewer))
    .where((eb) => eb.or([eb('post.parent_id', 'is', null), isVisible('parent', viewer)]))
    .select(['post.member_id as memberId', 'post.parent_id as parentId', 'post.topic_id as topicId'])
    .select(['post.message', 'post.pictures'])
    .$if(lock === 'stay', (query) => query.forShare('post'))
    .$if(lock === 'change', (query) => query.forNoKeyUpdate('post'))
    .executeTakeFirst()
}

/** Also one that is deleted: its reports may still be open. Locked until the transaction ends. */
export function lockReported(tx: Tx, postId: number) {
  return tx
    .selectFrom('post')
    .leftJoin('post as parent', 'parent.id', 'post.parent_id')
    .where('post.id', '=', postId)
    .select([
      'post.member_id as memberId',
      sql<boolean>`post.hidden_at is not null`.as('isHidden'),
      sql<boolean>`coalesce(post.deleted_at, parent.deleted_at) is not null`.as('isDeleted'),
    ])
    .forNoKeyUpdate('post')
    .executeTakeFirst()
}

export async function insertPost(
  tx: Tx,
  { memberId, topicId, parentId, message, pictures, at }: ChangedPost & { readonly at: Date },
): Promise<number> {
  const { id } = await tx
    .insertInto('post')
    .values({
      member_id: memberId,
      topic_id: topicId,
      parent_id: parentId,
      message,
      pictures: JSON.stringify(pictures),
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changePost(
  tx: Tx,
  postId: number,
  { topicId, message, pictures }: Pick<ChangedPost, 'topicId' | 'message' | 'pictures'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('post')
    .set({ topic_id: topicId, message, pictures: JSON.stringify(pictures), edited_at: at })
    .where('id', '=', postId)
    .execute()
}

/** Its comments are seen no more either, because their post is not. */
export async function deletePost(tx: Tx, postId: number, at: Date): Promise<void> {
  await tx.updateTable('post').set({ deleted_at: at }).where('id', '=', postId).execute()
}

/** `at` null shows it again. */
export async function setPostHidden(tx: Tx, postId: number, at: Date | null, reason: string): Promise<void> {
  const hidden = { hidden_at: at, hidden_reason: at === null ? '' : reason }
  await tx.updateTable('post').set(hidden).where('id', '=', postId).execute()
}

/**
 * The same reaction again takes it back, another one replaces it. Returns what it is then. Calls at once wait for
 * each other at the row, so that there is never more than one.
 */
export async function toggleReaction(
  tx: Tx,
  { postId, memberId, reaction }: { postId: number; memberId: number; reaction: number },
): Promise<number | null> {
  const own = { post_id: postId, member_id: memberId }
  const added = await tx
    .insertInto('post_reaction')
    .values({ ...own, reaction })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'post_id', 'member_id']).doNothing())
    .returning('reaction')
    .executeTakeFirst()
  if (added !== undefined) return reaction
  const removed = await tx
    .deleteFrom('post_reaction')
    .where('post_id', '=', postId)
    .where('member_id', '=', memberId)
    .where('reaction', '=', reaction)
    .returning('reaction')
    .executeTakeFirst()
  if (removed !== undefined) return null
  // the row may have been taken back in between
  await tx
    .insertInto('post_reaction')
    .values({ ...own, reaction })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'post_id', 'member_id']).doUpdateSet({ reaction }),
    )
    .execute()
  return reaction
}
