// Handlers for posts, comments and reactions, the member's own pictures, and what moderators do with posts.
import { Failure } from '../../contract/failures.ts'
import type { social as contract } from '../../contract/social.ts'
import type { Handlers } from '../dispatch/handler.ts'

function notYet(): never {
  throw new Failure('unavailable', 'This comes with the next version.')
}

export const social = {
  get_posts: async () => notYet(),
  get_post: async () => notYet(),
  get_post_comments: async () => notYet(),
  get_post_reactions: async () => notYet(),
  create_post_topic: async () => notYet(),
  create_post: async () => notYet(),
  update_post: async () => notYet(),
  delete_post: async () => notYet(),
  create_post_reaction: async () => notYet(),
  get_member_media: async () => notYet(),
  report_post: async () => notYet(),
  get_post_reports: async () => notYet(),
  hide_post: async () => notYet(),
  mute_member: async () => notYet(),
} satisfies Pick<Handlers, keyof typeof contract>
