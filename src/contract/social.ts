// Actions for posts, comments and reactions, the member's own pictures, and what moderators do with posts.
import { z } from 'zod'
import { sharedLengths } from '../domain/shapes/sharedLengths.ts'
import { define } from './define.ts'
import { givenPictures, pictureFailures, shownPictures } from './pictures.ts'
import { cleanedLine, cleanedLines, flag, id, pageCursor, pageOffset } from './shapes.ts'

/** Callers may send their own id, and no other. */
const own = { memberId: id.optional() }
/** 0 is the same as leaving it out. */
const idOrNone = z.union([z.literal([0, '0']).transform(() => 0), id]).default(0)
const pageSize = z.int().min(1).max(100).default(25)

/** 0 thumbs up, 1 thumbs down, 2 love, 3 care, 4 haha, 5 wow, 6 sad, 7 angry. */
export const reactionCode = z.int().min(0).max(7)

export const reportReasons = ['spam', 'rude', 'other'] as const

const postItem = z.object({
  post: z.object({
    id,
    memberId: id,
    /** 0 for none. */
    topicId: z.number(),
    /** The post that this comments on; 0 for none. */
    parentId: z.number(),
    message: z.string(),
    /** '' when the author is no member any more. */
    author: z.string(),
    /** An address of ours, or ''. */
    avatar: z.string(),
    created: z.string(),
    /** '' if it never was. */
    edited: z.string(),
    /** By a moderator: only its author and moderators get it at all. */
    hidden: z.boolean(),
    /** Why, for its author alone; '' if nobody said. */
    hiddenReason: z.string(),
    /** Its author has the moderator's flag: names can be chosen, this mark cannot. */
    byModerator: z.boolean(),
    /** Of the comments that the caller may see. */
    commentCount: z.number(),
    ownReaction: reactionCode.nullable(),
  }),
  media: shownPictures,
  /** One for each reaction, and never whose it is. */
  reactions: z.array(z.object({ reaction: reactionCode })),
  topicId: z.number(),
})

const topics = z.array(z.object({ id, topic: z.string() }))

/** What people write here is often pasted: what cannot be seen in it is taken out, because nobody could find it. */
export const social = {
  get_posts: define({
    access: 'member',
    effect: 'read',
    input: z.object({
      LIMIT: pageSize,
      offset: pageOffset,
      topicId: idOrNone,
      /** Where the page before ended. Then `offset` counts for nothing. */
      cursor: pageCursor.optional(),
      /** The newest post that the caller has. */
      newerThan: id.optional(),
    }),
    output: z.object({
      posts: z.array(postItem),
      topics,
      /** Null when this was the last page. */
      nextCursor: z.string().nullable(),
      /** How many posts by others are newer than `newerThan`; 99 may be more. */
      newer: z.number(),
    }),
    failures: [],
  }),
  /** Also for a comment, which has no page of its own. */
  get_post: define({
    access: 'member',
    effect: 'read',
    input: z.object({ postId: id }),
    output: postItem,
    failures: ['post-not-found'],
  }),
  get_post_comments: define({
    access: 'member',
    effect: 'read',
    input: z.object({ parentId: id, cursor: pageCursor.optional() }),
    output: z.object({
      /** The oldest first; at most 500. */
      posts: z.array(postItem),
      nextCursor: z.string().nullable(),
    }),
    failures: ['post-not-found'],
  }),
  get_post_reactions: define({
    access: 'member',
    effect: 'read',
    input: z.object({ postId: id }),
    output: z.object({
      reactions: z.array(z.object({ reaction: reactionCode })),
      ownReaction: reactionCode.nullable(),
    }),
    failures: ['post-not-found'],
  }),
  /** A topic of the same name, in whatever letters, is taken instead of making one more. */
  create_post_topic: define({
    access: 'member',
    effect: 'write',
    input: z.object({ topic: cleanedLine(sharedLengths.topic) }),
    output: z.object({ topics, id }),
    failures: ['member-muted'],
  }),
  create_post: define({
    access: 'member',
    effect: 'write',
    body: 'pictures',
    input: z.object({
      ...own,
      /** Of a comment it counts for nothing. */
      topicId: idOrNone,
      /** May be empty only beside a picture. */
      message: cleanedLines(sharedLengths.post).default(''),
      /** None in a comment. */
      images: givenPictures.default([]),
      /** The post to comment on. */
      parentId: idOrNone,
    }),
    output: z.object({ id }),
    failures: ['member-muted', 'post-not-found', 'topic-not-found', ...pictureFailures],
  }),
  /** What is left out stays as it is. */
  update_post: define({
    access: 'member',
    effect: 'write',
    namesAuthor: true,
    body: 'pictures',
    input: z.object({
      id,
      ...own,
      topicId: idOrNone.unwrap().optional(),
      message: cleanedLines(sharedLengths.post).optional(),
      images: givenPictures.optional(),
    }),
    output: z.object({}),
    failures: ['member-muted', 'not-allowed', 'post-not-found', 'topic-not-found', ...pictureFailures],
  }),
  delete_post: define({
    access: 'member',
    effect: 'write',
    input: z.object({ postId: id }),
    output: z.object({}),
    failures: ['not-allowed', 'post-not-found'],
  }),
  /** The same reaction again takes it back, another one replaces it. */
  create_post_reaction: define({
    access: 'member',
    effect: 'write',
    input: z.object({ postId: id, ...own, reaction: reactionCode }),
    output: z.object({
      /** What it is now. */
      ownReaction: reactionCode.nullable(),
    }),
    failures: ['member-muted', 'post-not-found'],
  }),
  /** The pictures of the caller's posts, rides and classifieds, the newest first, each once; at most 200. */
  get_member_media: define({
    access: 'member',
    effect: 'read',
    input: z.object({}),
    output: z.object({ media: shownPictures }),
    failures: [],
  }),
  /** Once for a member and post: again, it replaces what was reported. */
  report_post: define({
    access: 'member',
    effect: 'write',
    input: z.object({
      postId: id,
      reason: z.enum(reportReasons),
      note: cleanedLines(sharedLengths.reportNote).default(''),
    }),
    output: z.object({}),
    failures: ['member-muted', 'not-allowed', 'post-not-found'],
  }),
  /** For moderators: what is reported of what others wrote, by the newest report. */
  get_post_reports: define({
    access: 'member',
    effect: 'read',
    input: z.object({
      LIMIT: pageSize,
      cursor: pageCursor.optional(),
      /** Those that a moderator has dealt with, instead of those that are open. */
      closed: flag.default(false),
    }),
    output: z.object({
      items: z.array(
        z.object({
          ...postItem.shape,
          reports: z.array(
            z.object({
              reason: z.enum(reportReasons),
              note: z.string(),
              /** What was reported. Null if nothing of it was changed since. */
              reported: z.object({ message: z.string(), media: shownPictures }).nullable(),
              /** A name; '' when they are no member any more. */
              by: z.string(),
              created: z.string(),
            }),
          ),
          /** The author. */
          isMuted: z.boolean(),
          /** By its author, or with the post that it comments on. It is no more on any other screen. */
          isDeleted: z.boolean(),
        }),
      ),
      nextCursor: z.string().nullable(),
      /** How many posts have open reports. */
      open: z.number(),
      /** Everybody who is muted, whether or not something of theirs is reported. */
      muted: z.array(z.object({ id, name: z.string() })),
    }),
    failures: ['not-allowed'],
  }),
  /**
   * For moderators, about what others wrote. Either way, the post's open reports are dealt with; of a deleted one,
   * nothing else happens.
   */
  hide_post: define({
    access: 'member',
    effect: 'write',
    input: z.object({
      postId: id,
      hidden: flag,
      /** Its author reads it. */
      reason: cleanedLine(sharedLengths.hiddenReason).default(''),
    }),
    output: z.object({}),
    failures: ['not-allowed', 'post-not-found'],
  }),
  /** For moderators, and not about moderators. Who is muted still reads, and deletes what is theirs. */
  mute_member: define({
    access: 'member',
    effect: 'write',
    input: z.object({ id, muted: flag }),
    output: z.object({}),
    failures: ['not-allowed', 'member-not-found'],
  }),
}
