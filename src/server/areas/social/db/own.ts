// All SQL about what is a member's own: the pictures that they have shared, and what their own data has of their posts.
import { sql } from 'kysely'
import type { Tx } from '../../../db/open.ts'
import type { OwnDataSelects } from '../../../db/ownData.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'

/** The hashes of what is in the member's posts, rides and classifieds, each once, the newest first. */
export async function listOwnPictures(tx: Tx, memberId: number, most: number): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select newest.hash
    from (
      select distinct on (picture.hash) picture.hash, made.created_at, picture.place
      from (
        select p.created_at, p.pictures from ${ofClub('post', 'p')}
        where p.member_id = ${memberId} and p.deleted_at is null
        union all
        select r.created_at, r.pictures from ${ofClub('ride', 'r')}
        where r.member_id = ${memberId}
        union all
        select c.created_at, c.pictures from ${ofClub('classified', 'c')}
        where c.member_id = ${memberId} and c.deleted_at is null
      ) as made, jsonb_array_elements_text(made.pictures) with ordinality as picture (hash, place)
      order by picture.hash, made.created_at desc, picture.place
    ) as newest
    order by newest.created_at desc, newest.place, newest.hash
    limit ${most}`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/**
 * Posts of a member whose account is closed stay without their pictures, and so do reports on them. A post that has
 * neither words nor comments is nothing any more.
 */
export async function removePictures(tx: Tx, memberId: number, at: Date): Promise<void> {
  await tx
    .updateTable('post')
    .set({
      pictures: '[]',
      deleted_at: sql`case
        when deleted_at is null and btrim(message) = '' and not exists (
          select from ${ofClub('post', 'comment')} where comment.parent_id = post.id and comment.deleted_at is null
        ) then ${at}::timestamptz else deleted_at end`,
    })
    .where('member_id', '=', memberId)
    .where(sql<boolean>`pictures <> '[]'`)
    .execute()
  await tx
    .updateTable('post_report')
    .from('post')
    .set({ pictures: '[]' })
    .where(sql<boolean>`post_report.pictures <> '[]'`)
    .whereRef('post.id', '=', 'post_report.post_id')
    .where('post.member_id', '=', memberId)
    .execute()
}

export const ownData = {
  posts: (member) => sql`
    select p.id, jsonb_build_object('id', p.id, 'topic', t.topic, 'commentOn', p.parent_id, 'message', p.message,
      'pictures', p.pictures, 'created', p.created_at, 'edited', p.edited_at, 'hidden', p.hidden_at is not null),
      p.pictures
    from ${ofClub('post', 'p')} left join ${ofClub('topic', 't')} on t.id = p.topic_id
    where p.member_id = ${member} and p.deleted_at is null`,
  reactions: (member) => sql`
    select r.post_id, jsonb_build_object('post', r.post_id, 'reaction', r.reaction), null::jsonb
    from ${ofClub('post_reaction', 'r')} where r.member_id = ${member}`,
  reports: (member) => sql`
    select r.post_id, jsonb_build_object('post', r.post_id, 'reason', r.reason, 'note', r.note,
      'created', r.created_at), null::jsonb
    from ${ofClub('post_report', 'r')} where r.member_id = ${member}`,
} satisfies OwnDataSelects
