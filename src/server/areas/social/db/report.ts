// All SQL about reports of posts and comments.
import { sql } from 'kysely'
import type { reportReasons } from '../../../../contract/social.ts'
import {
  cutPage,
  isAfter,
  type Page,
  type PageWish,
  selectCreatedUs,
} from '../../../community/db/pageOrder.ts'
import { anyOf } from '../../../db/anyOf.ts'
import type { Tx } from '../../../db/open.ts'
import { isVisible, type ReadPost, selectPosts, toReadPost, type Viewer } from './post.ts'

export type ReportReason = (typeof reportReasons)[number]

/** What a report is about, as it was then. */
export interface ReportedWords {
  readonly message: string
  readonly pictures: readonly string[]
}

export interface ReadReport {
  readonly reason: ReportReason
  readonly note: string
  /** Null in reports from before they were kept. */
  readonly words: ReportedWords | null
  /** Null when they are no member any more. */
  readonly by: { readonly fname: string; readonly lname: string } | null
  readonly createdAt: Date
  readonly closedAt: Date | null
}

export interface ReportedPost {
  readonly post: ReadPost
  readonly reports: readonly ReadReport[]
  /** The author. */
  readonly isMuted: boolean
  /** The author has deleted it, or the post that it comments on is gone. */
  readonly isDeleted: boolean
}

/** Who reads reports sees what is hidden. */
const everything: Viewer = { memberId: 0, seesHidden: true }

/** The report of a member on a post, if they have made one. */
export function findReport(tx: Tx, postId: number, memberId: number) {
  return tx
    .selectFrom('post_report')
    .where('post_id', '=', postId)
    .where('member_id', '=', memberId)
    .select('closed_at as closedAt')
    .executeTakeFirst()
}

/**
 * One for a member and post. One that was dealt with is open again, and new. While it is open it keeps the first
 * words: the author may have changed them since.
 */
export async function saveReport(
  tx: Tx,
  report: ReportedWords & {
    readonly postId: number
    readonly memberId: number
    readonly reason: ReportReason
    readonly note: string
    readonly at: Date
  },
): Promise<void> {
  const { postId, memberId, reason, note, message, at } = report
  const pictures = JSON.stringify(report.pictures)
  const first = <T>(column: string) => sql<T>`case when post_report.closed_at is null
    then ${sql.ref(`post_report.${column}`)} else ${sql.ref(`excluded.${column}`)} end`
  await tx
    .insertInto('post_report')
    .values({
      ...{ post_id: postId, member_id: memberId },
      ...{ reason, note, message, pictures, created_at: at },
    })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'post_id', 'member_id']).doUpdateSet({
        reason,
        note,
        message: first<string>('message'),
        pictures: first<string>('pictures'),
        created_at: first<Date>('created_at'),
        closed_at: null,
      }),
    )
    .execute()
}

/**
 * `commentsFor`: those of its comments too, which go with it; not of what this moderator commented, about which others
 * decide. Returns how many there were.
 */
export async function closeReports(
  tx: Tx,
  postId: number,
  { at, commentsFor }: { readonly at: Date; readonly commentsFor?: number },
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('post_report')
    .set({ closed_at: at })
    .where('post_report.closed_at', 'is', null)
    .where((eb) => {
      const isOfPost = eb('post_report.post_id', '=', postId)
      if (commentsFor === undefined) return isOfPost
      const comments = eb
        .selectFrom('post')
        .where('post.parent_id', '=', postId)
        .where('post.member_id', '<>', commentsFor)
      return eb.or([isOfPost, eb('post_report.post_id', 'in', comments.select('post.id'))])
    })
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** What a moderator hid though nobody had reported it. */
function selectHiddenUnreported(tx: Tx) {
  return tx
    .selectFrom('post as hidden')
    .where('hidden.hidden_at', 'is not', null)
    .where(({ not, exists, selectFrom }) => {
      const reports = selectFrom('post_report').whereRef('post_report.post_id', '=', 'hidden.id')
      return not(exists(reports.select('post_report.post_id')))
    })
    .select(['hidden.id as id', sql<Date>`hidden.hidden_at`.as('created_at')])
}

/**
 * By the newest report. `closed`: what has been dealt with, also what was hidden without a report, as far as it is
 * still there. Never what the viewer wrote themselves: others decide about that.
 */
export async function listReportedPosts(
  tx: Tx,
  viewer: Viewer,
  { limit, cursor, closed }: PageWish & { readonly closed: boolean },
): Promise<Page<ReportedPost>> {
  const found = await selectPosts(tx, viewer)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('post_report')
          .$if(!closed, (query) => query.where('post_report.closed_at', 'is', null))
          .groupBy('post_report.post_id')
          .$if(closed, (query) => query.having(sql<boolean>`bool_and(post_report.closed_at is not null)`))
          .select(['post_report.post_id as id', sql<Date>`max(post_report.created_at)`.as('created_at')])
          .$if(closed, (query) => query.unionAll(selectHiddenUnreported(tx)))
          .as('reported'),
      (join) => join.onRef('reported.id', '=', 'post.id'),
    )
    .leftJoin('post as parent', 'parent.id', 'post.parent_id')
    .leftJoin('member_mute as mute', 'mute.member_id', 'post.member_id')
    .where('post.member_id', '<>', viewer.memberId)
    .$if(closed, (query) =>
      query
        .where('post.deleted_at', 'is', null)
        .where((eb) => eb.or([eb('post.parent_id', 'is', null), isVisible('parent', everything)])),
    )
    .where(isAfter('reported', cursor))
    .orderBy('reported.created_at', 'desc')
    .orderBy('reported.id', 'desc')
    .limit(limit + 1)
    .select([
      sql<boolean>`mute.member_id is not null`.as('isMuted'),
      sql<boolean>`coalesce(post.deleted_at, parent.deleted_at) is not null`.as('isDeleted'),
      selectCreatedUs('reported').as('createdUs'),
    ])
    .execute()
  const { rows, nextCursor } = cutPage(found, limit)
  const reports = await listReports(
    tx,
    rows.map(({ id }) => id),
    closed,
  )
  return {
    rows: rows.map(({ isMuted, isDeleted, createdUs: _, ...row }) => ({
      post: toReadPost(row),
      reports: reports.get(row.id) ?? [],
      isMuted,
      isDeleted,
    })),
    nextCursor,
  }
}

/** By their posts, the oldest first. */
async function listReports(
  tx: Tx,
  postIds: readonly number[],
  closed: boolean,
): Promise<Map<number, ReadReport[]>> {
  const rows = await tx
    .selectFrom('post_report as report')
    .leftJoin('member', (join) =>
      join.onRef('member.id', '=', 'report.member_id').on('member.deleted_at', 'is', null),
    )
    .where('report.post_id', '=', anyOf(postIds))
    .$if(!closed, (query) => query.where('report.closed_at', 'is', null))
    .orderBy('report.created_at')
    .orderBy('report.member_id')
    .select(['report.post_id as postId', 'report.reason', 'report.note', 'report.message', 'report.pictures'])
    .select([
      'report.created_at as createdAt',
      'report.closed_at as closedAt',
      'member.fname',
      'member.lname',
    ])
    .execute()
  const reports = rows.map(({ message, pictures, fname, lname, ...row }) => ({
    ...row,
    words: message === null ? null : { message, pictures },
    by: fname === null ? null : { fname, lname: lname ?? '' },
  }))
  return Map.groupBy(reports, ({ postId }) => postId)
}

/** How many posts and comments by others have open reports. */
export async function countReportedPosts(tx: Tx, memberId: number): Promise<number> {
  const row = await tx
    .selectFrom('post_report as report')
    .innerJoin('post', 'post.id', 'report.post_id')
    .where('report.closed_at', 'is', null)
    .where('post.member_id', '<>', memberId)
    .select(sql<number>`count(distinct report.post_id)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}
