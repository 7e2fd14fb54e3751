// Handlers for posts, comments and reactions, the member's own pictures, and what moderators do with posts.

import { Failure, type FailureCode } from '../../../../contract/failures.ts'
import type { social as contract } from '../../../../contract/social.ts'
import { isBlank } from '../../../../domain/shapes/plainText.ts'
import { toShownPictures } from '../../../club/addresses.ts'
import { requireAuthor } from '../../../community/author.ts'
import { addToTrail, findMuteTarget, isModerator, listMuted } from '../../../community/db/moderation.ts'
import { lockAuthor } from '../../../community/db/pace.ts'
import { requireRoom, requireWriter } from '../../../community/writing.ts'
import type { Context, Handlers } from '../../../dispatch/handler.ts'
import { postsPerMember, reportsPerMember, topicsPerMember } from '../../../limits/often.ts'
import { commentsPerPage, mostNewerPosts, mostOwnPictures } from '../../../limits/sizes.ts'
import { decidedReportLifeMs } from '../../../limits/times.ts'
import { takeGivenPictures } from '../../../storage/givenPictures.ts'
import { listOwnPictures } from '../db/own.ts'
import { countNewer, findPost, listComments, listFeed, type Viewer } from '../db/post.ts'
import {
  type ChangedPost,
  changePost,
  deletePost,
  insertPost,
  lockPost,
  toggleReaction,
} from '../db/postChange.ts'
import { closeReports, countReportedPosts, findReport, listReportedPosts, saveReport } from '../db/report.ts'
import { findTopic, hasTopic, insertTopic, listTopics } from '../db/topic.ts'
import { hidePost, muteMember, toBefore } from './moderation.ts'
import { createPostItems, toName, toReactions } from './postItems.ts'

const noTopic = 'There is no such topic.'
const onlyModerators = 'Only a moderator may do this.'

type Call = Pick<Context<'get_post'>, 'tx' | 'member' | 'now'>

/** As members read: what is hidden is seen by its author alone. */
function asMember({ member }: Pick<Call, 'member'>): Viewer {
  return { memberId: member.id, seesHidden: false }
}

async function asThemselves({ tx, member, now }: Call): Promise<Viewer> {
  return { memberId: member.id, seesHidden: await isModerator(tx, member.id, now) }
}

/** What was looked for, which is undefined where the caller does not see it. */
function requirePost<P>(post: P | undefined): P {
  if (post === undefined) throw new Failure('post-not-found', 'There is no such post.')
  return post
}

/** A moderator has looked at just this lately: reporting it again asks nothing new. */
function isDecided(
  { closedAt }: { readonly closedAt: Date | null },
  { editedAt }: { readonly editedAt: Date | null },
  now: number,
): boolean {
  if (closedAt === null || now - closedAt.getTime() >= decidedReportLifeMs) return false
  return editedAt === null || editedAt < closedAt
}

async function requireModerator({ tx, member, now }: Call): Promise<number> {
  if (!(await isModerator(tx, member.id, now))) throw new Failure('not-allowed', onlyModerators)
  return member.id
}

function toFault(path: string, message: string): [FailureCode & 'invalid-input', string, object] {
  return ['invalid-input', `${path} ${message}.`, { faults: [{ path, message }] }]
}

const emptyMessage = toFault('message', 'must not be empty')
const picturesInComment = toFault('images', 'cannot be in a comment')

export const social = {
  async get_posts(context, { LIMIT: limit, offset, topicId, cursor, newerThan }) {
    const { tx } = context
    const viewer = asMember(context)
    const { toItem } = createPostItems(context)
    const { rows, nextCursor } = await listFeed(tx, viewer, { limit, offset, cursor, topicId })
    return {
      posts: rows.map(toItem),
      topics: await listTopics(tx),
      nextCursor,
      newer:
        newerThan === undefined
          ? 0
          : await countNewer(tx, viewer, { than: newerThan, topicId, most: mostNewerPosts }),
    }
  },

  async get_post(context, { postId }) {
    const post = requirePost(await findPost(context.tx, await asThemselves(context), postId))
    return createPostItems(context).toItem(post)
  },

  async get_post_comments(context, { parentId, cursor }) {
    const { tx } = context
    const viewer = await asThemselves(context)
    requirePost(await findPost(tx, viewer, parentId))
    const { toItem } = createPostItems(context)
    const page = { limit: commentsPerPage, cursor }
    const { rows, nextCursor } = await listComments(tx, viewer.memberId, parentId, page)
    return { posts: rows.map(toItem), nextCursor }
  },

  async get_post_reactions(context, { postId }) {
    const post = requirePost(await findPost(context.tx, await asThemselves(context), postId))
    return { reactions: toReactions(post), ownReaction: post.ownReaction }
  },

  async create_post_topic(context, { topic }) {
    const { tx, member, now, fail } = context
    if (isBlank(topic)) return fail(...toFault('topic', 'must not be empty'))
    await requireWriter(context)
    const answer = async (id: number) => ({ topics: await listTopics(tx), id })
    const known = await findTopic(tx, topic)
    if (known !== undefined) return answer(known)
    // a call that was faster may have made it: then it costs nothing
    await lockAuthor(tx, member.id)
    const made = await findTopic(tx, topic)
    if (made !== undefined) return answer(made)
    await requireRoom(context, topicsPerMember)
    const wanted = { topic, memberId: member.id, at: new Date(now) }
    const id = (await insertTopic(tx, wanted)) ?? (await findTopic(tx, topic))
    if (id === undefined) throw new Error('a topic is neither new nor there')
    return answer(id)
  },

  async create_post(context, { topicId, message, parentId }) {
    const { tx, now, pictures, fail } = context
    const viewer = asMember(context)
    if (parentId !== 0 && pictures.length > 0) return fail(...picturesInComment)
    if (isBlank(message) && pictures.length === 0) return fail(...emptyMessage)
    await requireWriter(context)
    if (parentId !== 0) {
      const parent = await lockPost(tx, viewer, parentId, 'stay')
      requirePost(parent?.parentId === null ? parent : undefined)
    } else if (topicId !== 0 && !(await hasTopic(tx, topicId))) {
      return fail('topic-not-found', noTopic)
    }
    await requireRoom(context, postsPerMember)
    const id = await insertPost(tx, {
      memberId: viewer.memberId,
      topicId: parentId !== 0 || topicId === 0 ? null : topicId,
      parentId: parentId === 0 ? null : parentId,
      message,
      pictures: await takeGivenPictures(tx, pictures, []),
      at: new Date(now),
    })
    return { id }
  },

  async update_post(context, { id, memberId, ...given }) {
    const { tx, now, pictures, fail } = context
    await requireWriter(context)
    const viewer = await asThemselves(context)
    const post = requirePost(await lockPost(tx, viewer, id))
    const isOwn = await requireAuthor(context, post, memberId)
    const isComment = post.parentId !== null
    if (isComment && pictures.length > 0) return fail(...picturesInComment)
    const wanted = {
      message: given.message ?? post.message,
      topicId: isComment || given.topicId === undefined ? post.topicId : given.topicId || null,
      pictures:
        given.images === undefined ? post.pictures : await takeGivenPictures(tx, pictures, post.pictures),
    }
    if (isBlank(wanted.message) && wanted.pictures.length === 0) return fail(...emptyMessage)
    if (isSame(wanted, post)) return {}
    const isNewTopic = wanted.topicId !== null && wanted.topicId !== post.topicId
    if (isNewTopic && !(await hasTopic(tx, wanted.topicId ?? 0))) {
      return fail('topic-not-found', noTopic)
    }
    const at = new Date(now)
    await changePost(tx, id, wanted, at)
    if (!isOwn) {
      const entry = { actorId: viewer.memberId, at, postId: id, before: toBefore(post) }
      await addToTrail(tx, { ...entry, change: 'edit' })
    }
    return {}
  },

  async delete_post(context, { postId }) {
    const { tx, now } = context
    const viewer = await asThemselves(context)
    const post = requirePost(await lockPost(tx, viewer, postId))
    const isOwn = await requireAuthor(context, post)
    const at = new Date(now)
    await deletePost(tx, postId, at)
    if (!isOwn) {
      await closeReports(tx, postId, { at, commentsFor: viewer.memberId })
      const entry = { actorId: viewer.memberId, at, postId, before: toBefore(post) }
      await addToTrail(tx, { ...entry, change: 'delete' })
    }
    return {}
  },

  async create_post_reaction(context, { postId, reaction }) {
    const { tx, member } = context
    await requireWriter(context)
    requirePost(await findPost(tx, asMember(context), postId))
    const memberId = member.id
    return { ownReaction: await toggleReaction(tx, { postId, memberId, reaction }) }
  },

  async get_member_media({ tx, tenant, member, services }) {
    const hashes = await listOwnPictures(tx, member.id, mostOwnPictures)
    return { media: toShownPictures(services.config, tenant, hashes) }
  },

  async report_post(context, { postId, reason, note }) {
    const { tx, member, now, fail } = context
    await requireWriter(context)
    const post = requirePost(await findPost(tx, asMember(context), postId))
    const memberId = member.id
    if (post.memberId === memberId) return fail('not-allowed', 'Nobody reports what they wrote themselves.')
    await lockAuthor(tx, memberId)
    const before = await findReport(tx, postId, memberId)
    if (before !== undefined && isDecided(before, post, now)) return {}
    if (before === undefined || before.closedAt !== null) {
      await requireRoom(context, reportsPerMember)
    }
    const { message, pictures } = post
    const report = { postId, memberId, reason, note, message, pictures, at: new Date(now) }
    await saveReport(tx, report)
    return {}
  },

  async get_post_reports(context, { LIMIT: limit, cursor, closed }) {
    const { tx } = context
    const viewer = { memberId: await requireModerator(context), seesHidden: true }
    const { rows, nextCursor } = await listReportedPosts(tx, viewer, { limit, cursor, closed })
    const { toReported } = createPostItems(context)
    const muted = await listMuted(tx)
    return {
      items: rows.map(toReported),
      nextCursor,
      open: await countReportedPosts(tx, viewer.memberId),
      muted: muted.map((one) => ({ id: one.id, name: toName(one) })),
    }
  },

  async hide_post(context, { postId, hidden, reason }) {
    const { tx, now } = context
    const actorId = await requireModerator(context)
    requirePost(await hidePost(tx, { postId, hidden, reason }, { actorId, at: new Date(now) }))
    return {}
  },

  async mute_member(context, { id, muted }) {
    const { tx, now, fail } = context
    const actorId = await requireModerator(context)
    const target = await findMuteTarget(tx, id)
    if (target === undefined) return fail('member-not-found', 'There is no such member.')
    // who became a moderator while they were muted can be heard again
    if (muted ? target.isModerator : id === actorId) return fail('not-allowed', 'Moderators cannot be muted.')
    await muteMember(tx, { memberId: id, muted }, { actorId, at: new Date(now) })
    return {}
  },
} satisfies Pick<Handlers, keyof typeof contract>

type Written = Pick<ChangedPost, 'message' | 'topicId' | 'pictures'>

function isSame(one: Written, other: Written): boolean {
  return (
    one.message === other.message &&
    one.topicId === other.topicId &&
    one.pictures.join() === other.pictures.join()
  )
}
