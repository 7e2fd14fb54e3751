// All SQL that writes reactions.
import type { Tx } from '../../../db/open.ts'

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
