// What the file with a member's own data has of what they wrote.
import { sql } from 'kysely'
import type { OwnDataSelects } from '../../../db/ownData.ts'
import { ofClub } from '../../../db/scope/clubPlugin.ts'

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
