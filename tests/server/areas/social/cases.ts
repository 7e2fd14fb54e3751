// What the tests of all actions need of these.
import type { social } from '../../../../src/contract/social.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof social> = {
  get_posts: {
    sample: () => ({}),
  },
  get_post: {
    sample: ({ posts }) => ({ postId: posts.other }),
  },
  get_post_comments: {
    sample: ({ posts }) => ({ parentId: posts.other }),
    noMembersIds: ['parentId'],
  },
  get_post_reactions: {
    sample: ({ posts }) => ({ postId: posts.other }),
  },
  create_post_topic: {
    sample: () => ({ topic: 'Barn finds' }),
    texts: 'shared',
  },
  create_post: {
    sample: () => ({ message: 'See you on Saturday.' }),
    noMembersIds: ['parentId'],
    texts: 'shared',
  },
  update_post: {
    sample: ({ posts }) => ({ id: posts.own, message: 'See you on Sunday.' }),
    noMembersIds: ['id'],
    texts: 'shared',
  },
  delete_post: {
    sample: ({ posts }) => ({ postId: posts.other }),
    refused: 'not-allowed',
  },
  create_post_reaction: {
    sample: ({ posts }) => ({ postId: posts.other, reaction: 2 }),
  },
  get_member_media: {
    sample: () => ({}),
  },
  report_post: {
    sample: ({ posts }) => ({ postId: posts.other, reason: 'spam' }),
    texts: 'shared',
  },
  get_post_reports: {
    sample: () => ({}),
    refused: 'not-allowed',
  },
  hide_post: {
    sample: ({ posts }) => ({ postId: posts.other, hidden: true }),
    refused: 'not-allowed',
    textsApart: { reason: { why: 'what a moderator writes; its author alone reads it, as text' } },
  },
  mute_member: {
    sample: ({ people: { noPassword } }) => ({ id: noPassword.id, muted: true }),
    refused: 'not-allowed',
  },
}
