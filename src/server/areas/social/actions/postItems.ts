// Posts, comments and their reports as answers show them.
import type { Output } from '../../../../contract/index.ts'
import { toMemberPictureAddress, toShownPictures } from '../../../club/addresses.ts'
import type { Context } from '../../../dispatch/handler.ts'
import type { ReadPost } from '../db/post.ts'
import type { ReportedPost, ReportedWords } from '../db/report.ts'

export type PostItem = Output<'get_post'>

export function createPostItems({
  services,
  tenant: club,
}: Pick<Context<'get_post'>, 'services' | 'tenant'>) {
  const { config } = services

  function toItem(post: ReadPost): PostItem {
    const topicId = post.topicId ?? 0
    return {
      post: {
        id: post.id,
        memberId: post.memberId,
        topicId,
        parentId: post.parentId ?? 0,
        message: post.message,
        author: toName(post.author),
        avatar: toMemberPictureAddress(config, club, post.author?.avatar ?? null),
        created: post.createdAt.toISOString(),
        edited: post.editedAt?.toISOString() ?? '',
        hidden: post.hiddenAt !== null,
        hiddenReason: post.hiddenReason,
        byModerator: post.author?.isModerator ?? false,
        commentCount: post.commentCount,
        ownReaction: post.ownReaction,
      },
      media: toShownPictures(config, club, post.pictures),
      reactions: toReactions(post),
      topicId,
    }
  }

  return {
    toItem,
    toReported: ({ post, reports, isMuted, isDeleted }: ReportedPost) => ({
      ...toItem(post),
      reports: reports.map(({ reason, note, words, by, createdAt }) => ({
        reason,
        note,
        reported:
          words === null || isAsReported(words, post)
            ? null
            : { message: words.message, media: toShownPictures(config, club, words.pictures) },
        by: toName(by),
        created: createdAt.toISOString(),
      })),
      isMuted,
      isDeleted,
    }),
  }
}

/** Whether nothing was changed since. */
export function isAsReported(words: ReportedWords, post: ReadPost): boolean {
  return words.message === post.message && words.pictures.join() === post.pictures.join()
}

export function toReactions({ reactions }: ReadPost): { reaction: number }[] {
  return reactions.map((reaction) => ({ reaction }))
}

/** '' for somebody who is no member any more. */
export function toName(person: { readonly fname: string; readonly lname: string } | null): string {
  return person === null ? '' : `${person.fname} ${person.lname}`.trim()
}
