// A feed with very many posts in it, made at once.
import { sql } from 'kysely'
import type { Tx } from '../../../src/server/db/open.ts'
import { ofClub } from '../../../src/server/db/scope/clubPlugin.ts'

/** One in each minute until `now`, every fourth in the topic. Each of the newest `pictures` has a picture of its own. */
export async function insertManyPosts(
  tx: Tx,
  {
    memberIds,
    now,
    posts,
    pictures,
  }: { memberIds: readonly number[]; now: number; posts: number; pictures: number },
): Promise<{ topicId: number }> {
  const { id: topicId } = await tx
    .insertInto('topic')
    .values({ topic: 'Garage finds', topic_folded: 'garage finds' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('picture')
    .columns(['hash', 'kind', 'width', 'height', 'bytes'])
    .expression(
      sql`select lpad(to_hex(n), 40, '0'), 'member', 400, 400, 20000 from generate_series(0, ${pictures}::int - 1) n`,
    )
    .execute()
  await tx
    .insertInto('post')
    .columns(['member_id', 'topic_id', 'message', 'pictures', 'created_at'])
    .expression(
      sql`select (${[...memberIds]}::int[])[1 + n % ${memberIds.length}::int],
        case when n % 4 = 0 then ${topicId}::int end, repeat('Forty years under a tarp. ', 1 + n % 12),
        case when n < ${pictures}::int then jsonb_build_array(lpad(to_hex(n), 40, '0')) else '[]' end,
        ${new Date(now)}::timestamptz - n * interval '1 minute'
        from generate_series(0, ${posts}::int - 1) n`,
    )
    .execute()
  await tx
    .insertInto('post')
    .columns(['member_id', 'parent_id', 'message', 'created_at'])
    .expression(sql`select member_id, id, 'Lovely.', created_at from ${ofClub('post')} where id % 2 = 0`)
    .execute()
  await tx
    .insertInto('post_reaction')
    .columns(['post_id', 'member_id', 'reaction'])
    .expression(
      sql`select p.id, m, p.id % 8 from ${ofClub('post', 'p')}, unnest(${[...memberIds]}::int[]) m
        where p.parent_id is null`,
    )
    .execute()
  return { topicId }
}
