// All SQL that reads posts and comments as somebody may see them.
import { type InferResult, type RawBuilder, sql } from 'kysely'
import {
  cutPage,
  isAfter,
  isBefore,
  type Page,
  type PageWish,
  selectCreatedUs,
  toCursor,
} from '../../../community/db/pageOrder.ts'
import type { Tx } from '../../../db/open.ts'
import { holdsRight } from '../../../member/db/officer.ts'

/** Who reads. What a moderator has hidden is seen by its author, and by whom `seesHidden` is true for. */
export interface Viewer {
  readonly memberId: number
  readonly seesHidden: boolean
}

export interface ReadPost {
  readonly id: number
  readonly memberId: number
  readonly topicId: number | null
  readonly parentId: number | null
  readonly message: string
  readonly pictures: readonly string[]
  readonly createdAt: Date
  readonly editedAt: Date | null
  readonly hiddenAt: Date | null
  /** For its author alone; '' for everybody else, and where nobody said why. */
  readonly hiddenReason: string
  /** Null when they are no member any more. */
  readonly author: {
    readonly fname: string
    readonly lname: string
    readonly avatar: string | null
    readonly isModerator: boolean
  } | null
  readonly commentCount: number
  readonly reactions: readonly number[]
  readonly ownReaction: number | null
}

export function isVisible(table: string, { memberId, seesHidden }: Viewer): RawBuilder<boolean> {
  const isThere = sql<boolean>`${sql.ref(`${table}.deleted_at`)} is null`
  if (seesHidden) return isThere
  return sql<boolean>`(${isThere}
    and (${sql.ref(`${table}.hidden_at`)} is null or ${sql.ref(`${table}.member_id`)} = ${memberId}))`
}

export function selectPosts(tx: Tx, { memberId }: Viewer) {
  const onlyOwn = { memberId, seesHidden: false }
  return (
    tx
      .selectFrom('post')
      // each by its key: a plan for clubs of a usual size would read all members of a large one
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('member')
            .whereRef('member.id', '=', 'post.member_id')
            .where('member.deleted_at', 'is', null)
            .select(['member.id', 'member.fname', 'member.lname', 'member.avatar_hash'])
            .limit(1)
            .as('author'),
        (join) => join.onTrue(),
      )
      .select([
        'post.id',
        'post.member_id as memberId',
        'post.topic_id as topicId',
        'post.parent_id as parentId',
      ])
      .select(['post.message', 'post.pictures', 'post.created_at as createdAt', 'post.edited_at as editedAt'])
      .select(['post.hidden_at as hiddenAt', 'author.id as authorId', 'author.fname', 'author.lname'])
      .select('author.avatar_hash as avatar')
      .select((eb) => [
        holdsRight('author.id', 'moderate').as('isModerator'),
        sql<string>`case when post.member_id = ${memberId} then post.hidden_reason else '' end`.as(
          'hiddenReason',
        ),
        eb
          .selectFrom('post as comment')
          .whereRef('comment.parent_id', '=', 'post.id')
          .where(isVisible('comment', onlyOwn))
          .select(sql<number>`count(*)::int`.as('count'))
          .as('commentCount'),
        eb
          .selectFrom('post_reaction as given')
          .whereRef('given.post_id', '=', 'post.id')
          .select(
            sql<number[]>`coalesce(jsonb_agg(given.reaction order by given.reaction), '[]')`.as('codes'),
          )
          .as('reactions'),
        eb
          .selectFrom('post_reaction as mine')
          .whereRef('mine.post_id', '=', 'post.id')
          .where('mine.member_id', '=', memberId)
          .select('mine.reaction')
          .as('ownReaction'),
      ])
  )
}

type PostRow = InferResult<ReturnType<typeof selectPosts>>[number]

export function toReadPost({ authorId, fname, lname, avatar, isModerator, ...row }: PostRow): ReadPost {
  return {
    ...row,
    hiddenReason: row.hiddenAt === null ? '' : row.hiddenReason,
    author: authorId === null ? null : { fname: fname ?? '', lname: lname ?? '', avatar, isModerator },
    commentCount: row.commentCount ?? 0,
    reactions: row.reactions ?? [],
  }
}

export interface FeedWish extends PageWish {
  /** 0 is all topics. */
  readonly topicId: number
}

/** The newest first, one more than the page has. */
export function selectFeed(tx: Tx, viewer: Viewer, { limit, offset = 0, cursor, topicId }: FeedWish) {
  return selectPosts(tx, viewer)
    .where('post.parent_id', 'is', null)
    .where(isVisible('post', viewer))
    .$if(topicId !== 0, (query) => query.where('post.topic_id', '=', topicId))
    .where(isAfter('post', cursor))
    .orderBy('post.created_at', 'desc')
    .orderBy('post.id', 'desc')
    .limit(limit + 1)
    .offset(cursor === undefined ? offset : 0)
    .select(selectCreatedUs('post').as('createdUs'))
}

export async function listFeed(tx: Tx, viewer: Viewer, wish: FeedWish): Promise<Page<ReadPost>> {
  const found = await selectFeed(tx, viewer, wish).execute()
  return cutPage(found.map(toListed), wish.limit)
}

/** How many posts by others are newer than this one; it stops at `most`. */
export async function countNewer(
  tx: Tx,
  viewer: Viewer,
  { than, topicId, most }: { readonly than: number; readonly topicId: number; readonly most: number },
): Promise<number> {
  const place = await tx
    .selectFrom('post')
    .where('post.id', '=', than)
    .select(['post.id', selectCreatedUs('post').as('createdUs')])
    .executeTakeFirst()
  if (place === undefined) return 0
  const rows = await tx
    .selectFrom('post')
    .where('post.parent_id', 'is', null)
    .where('post.deleted_at', 'is', null)
    .where('post.hidden_at', 'is', null)
    .where('post.member_id', '<>', viewer.memberId)
    .$if(topicId !== 0, (query) => query.where('post.topic_id', '=', topicId))
    .where(isBefore('post', toCursor(place)))
    .limit(most)
    .select('post.id')
    .execute()
  return rows.length
}

/** A post or a comment. A comment is seen where its post is. */
export async function findPost(tx: Tx, viewer: Viewer, postId: number): Promise<ReadPost | undefined> {
  const row = await selectPosts(tx, viewer)
    .leftJoin('post as parent', 'parent.id', 'post.parent_id')
    .where('post.id', '=', postId)
    .where(isVisible('post', viewer))
    .where((eb) => eb.or([eb('post.parent_id', 'is', null), isVisible('parent', viewer)]))
    .executeTakeFirst()
  return row && toReadPost(row)
}

/** The oldest first. Whoever reads, comments that are hidden are seen by their authors alone. */
export async function listComments(
  tx: Tx,
  memberId: number,
  postId: number,
  { limit, cursor }: PageWish,
): Promise<Page<ReadPost>> {
  const viewer = { memberId, seesHidden: false }
  const found = await selectPosts(tx, viewer)
    .where('post.parent_id', '=', postId)
    .where(isVisible('post', viewer))
    .where(isBefore('post', cursor))
    .orderBy('post.created_at')
    .orderBy('post.id')
    .limit(limit + 1)
    .select(selectCreatedUs('post').as('createdUs'))
    .execute()
  return cutPage(found.map(toListed), limit)
}

function toListed({ createdUs, ...row }: PostRow & { readonly createdUs: string }) {
  return { ...toReadPost(row), createdUs }
}
