// All SQL that writes posts and comments.
import type { Tx } from '../../../db/open.ts'
import { isVisible, type Viewer } from './post.ts'

export interface ChangedPost {
  readonly memberId: number
  readonly parentId: number | null
  readonly topicId: number | null
  readonly message: string
  readonly pictures: readonly string[]
  readonly isHidden: boolean
}

/** Undefined if the viewer does not see it. Until the transaction ends it stays, or only this one changes it. */
export async function lockPost(
  tx: Tx,
  viewer: Viewer,
  postId: number,
  lock: 'stay' | 'change' = 'change',
): Promise<ChangedPost | undefined> {
  const row = await tx
    .selectFrom('post')
    .leftJoin('post as parent', 'parent.id', 'post.parent_id')
    .where('post.id', '=', postId)
    .where(isVisible('post', viewer))
    .where((eb) => eb.or([eb('post.parent_id', 'is', null), isVisible('parent', viewer)]))
    .select([
      'post.member_id',
      'post.parent_id',
      'post.topic_id',
      'post.message',
      'post.pictures',
      'post.hidden_at',
    ])
    .$if(lock === 'stay', (query) => query.forShare('post'))
    .$if(lock === 'change', (query) => query.forNoKeyUpdate('post'))
    .executeTakeFirst()
  return (
    row && {
      memberId: row.member_id,
      parentId: row.parent_id,
      topicId: row.topic_id,
      message: row.message,
      pictures: row.pictures,
      isHidden: row.hidden_at !== null,
    }
  )
}

/** Also one that is deleted: its reports may still be open. Locked until the transaction ends. */
export async function lockReported(
  tx: Tx,
  postId: number,
): Promise<
  { readonly memberId: number; readonly isHidden: boolean; readonly isDeleted: boolean } | undefined
> {
  const row = await tx
    .selectFrom('post')
    .leftJoin('post as parent', 'parent.id', 'post.parent_id')
    .where('post.id', '=', postId)
    .select(['post.member_id', 'post.hidden_at', 'post.deleted_at', 'parent.deleted_at as parent_deleted_at'])
    .forNoKeyUpdate('post')
    .executeTakeFirst()
  return (
    row && {
      memberId: row.member_id,
      isHidden: row.hidden_at !== null,
      isDeleted: row.deleted_at !== null || row.parent_deleted_at !== null,
    }
  )
}

export async function insertPost(
  tx: Tx,
  post: {
    readonly memberId: number
    readonly topicId: number | null
    readonly parentId: number | null
    readonly message: string
    readonly pictures: readonly string[]
    readonly at: Date
  },
): Promise<number> {
  const { memberId, topicId, parentId, message, pictures, at } = post
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
export async function setHidden(tx: Tx, postId: number, at: Date | null, reason: string): Promise<void> {
  const hidden = { hidden_at: at, hidden_reason: at === null ? '' : reason }
  await tx.updateTable('post').set(hidden).where('id', '=', postId).execute()
}
