// Posts, comments and their reports as answers show them.
import type { Output } from '../../contract/index.ts'
import type { Config } from '../config.ts'
import type { TenantIdentity } from '../db/club/tenant.ts'
import type { ReadPost } from '../db/community/post.ts'
import type { ReportedPost } from '../db/community/report.ts'
import { toMemberPictureAddress, toShownPictures } from '../portal/addresses.ts'

export type PostItem = Output<'get_post'>

export function createPostItems(
  config: Pick<Config, 'origin' | 'hostDomain'>,
  club: Pick<TenantIdentity, 'slug'>,
) {
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
    toReported: ({ post, reports, isMuted }: ReportedPost) => ({
      ...toItem(post),
      reports: reports.map(({ reason, note, by, createdAt }) => ({
        reason,
        note,
        by: toName(by),
        created: createdAt.toISOString(),
      })),
      isMuted,
    }),
  }
}

export function toReactions({ reactions }: ReadPost): { reaction: number }[] {
  return reactions.map((reaction) => ({ reaction }))
}

/** '' for somebody who is no member any more. */
export function toName(person: { readonly fname: string; readonly lname: string } | null): string {
  return person === null ? '' : `${person.fname} ${person.lname}`.trim()
}
