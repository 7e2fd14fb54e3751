// Choosing a reaction: shown at once, sent, and then counted as the server counts it.
import { useRef } from 'react'
import { useSend } from '../../call/useSend.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { type ChangeItem, type PostItem, toggleReaction } from './posts.ts'

export function useReaction(item: PostItem, onChange: ChangeItem) {
  const session = useSession()
  const { send, error } = useSend('create_post_reaction')
  const postId = item.post.id
  // on a slow line the next one is chosen before the last has arrived: each is sent, in order
  const queue = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef(0)

  const choose = (reaction: number): Promise<void> => {
    const before = item
    onChange(postId, (shown) => toggleReaction(shown, reaction))
    waiting.current += 1
    queue.current = queue.current.then(async () => {
      const answer = await send({ postId, reaction })
      waiting.current -= 1
      // what is chosen since is shown already
      if (waiting.current > 0) return
      if (answer !== undefined) return countAgain()
      onChange(postId, (shown) => ({
        ...shown,
        post: { ...shown.post, ownReaction: before.post.ownReaction },
        reactions: before.reactions,
      }))
    })
    return queue.current
  }

  /** Others may have reacted meanwhile. */
  const countAgain = async (): Promise<void> => {
    try {
      const { reactions, ownReaction } = await session.caller.call('get_post_reactions', { postId })
      if (waiting.current > 0) return
      onChange(postId, (shown) => ({ ...shown, reactions, post: { ...shown.post, ownReaction } }))
    } catch {
      return // what is shown is right but for what others did in the last seconds
    }
  }
  return { choose, countAgain, error }
}
