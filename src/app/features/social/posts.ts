// A post as the screens show it, and its reactions.
import type { Accepted } from '../../../contract/caller.ts'

export type PostItem = Accepted<'get_posts'>['posts'][number]
/** Tells the list what a post becomes after a write; undefined when it is gone. */
export type ChangeItem = (postId: number, change: (item: PostItem) => PostItem | undefined) => void

/** How often each reaction was chosen, the most frequent first; equal ones by their code. */
export function countReactions(
  reactions: readonly { readonly reaction: number }[],
): { reaction: number; count: number }[] {
  const counts = new Map<number, number>()
  for (const { reaction } of reactions) counts.set(reaction, (counts.get(reaction) ?? 0) + 1)
  return [...counts]
    .map(([reaction, count]) => ({ reaction, count }))
    .sort((a, b) => b.count - a.count || a.reaction - b.reaction)
}

/** What the screen shows at once, before the server has answered: the same again takes it away. */
export function toggleReaction({ post, reactions, ...rest }: PostItem, reaction: number): PostItem {
  const at = reactions.findIndex((one) => one.reaction === post.ownReaction)
  const others = post.ownReaction === null ? reactions : reactions.filter((_, index) => index !== at)
  const isTakenBack = post.ownReaction === reaction
  return {
    ...rest,
    post: { ...post, ownReaction: isTakenBack ? null : reaction },
    reactions: isTakenBack ? others : [...others, { reaction }],
  }
}
