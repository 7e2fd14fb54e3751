// Choosing a reaction: shown at once, sent, and then counted as the server counts it.
import { useSend } from '../../call/useSend.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { type ChangeItem, type PostItem, toggleReaction } from './posts.ts'

export function useReaction(item: PostItem, onChange: ChangeItem) {
  const session = useSession()
  const { send, error } = useSend('create_post_reaction')
  const postId = item.post.id

  const choose = async (reaction: number): Promise<void> => {
    const before = item
    onChange(postId, (shown) => toggleReaction(shown, reaction))
    const answer = await send({ postId, reaction })
    if (answer === undefined) {
      onChange(postId, (shown) => ({
        ...shown,
        post: { ...shown.post, ownReaction: before.post.ownReaction },
        reactions: before.reactions,
      }))
      return
    }
    await countAgain()
  }

  /** Others may have reacted meanwhile. */
  const countAgain = async (): Promise<void> => {
    try {
      const { reactions, ownReaction } = await session.caller.call('get_post_reactions', { postId })
      onChange(postId, (shown) => ({ ...shown, reactions, post: { ...shown.post, ownReaction } }))
    } catch {
      return // what is shown is right but for what others did in the last seconds
    }
  }
  return { choose, countAgain, error }
}
