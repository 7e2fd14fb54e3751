// The comments on a post: read when they are opened, kept on the device, and changed after a write.
import type { Accepted } from '../../../contract/caller.ts'
import { useKeptRead } from '../../call/useKeptRead.ts'
import { freshForMs } from '../../call/useRead.ts'
import { useSession } from '../../session/SessionContext.tsx'
import type { PostItem } from './posts.ts'

export function useKeptComments(postId: number) {
  const session = useSession()
  const input = { parentId: postId }
  const {
    replace,
    readAs: _,
    ...reading
  } = useKeptRead<Accepted<'get_post_comments'>>({
    name: 'get_post_comments',
    inputText: JSON.stringify(input),
    load: () => session.caller.call('get_post_comments', input),
    isWanted: true,
    isSaved: true,
    isQuiet: false,
    freshMs: () => freshForMs,
  })
  return {
    reading,
    changeComment(id: number, change: (item: PostItem) => PostItem | undefined) {
      replace((answer) => ({
        ...answer,
        posts: answer.posts.flatMap((item) => (item.post.id === id ? (change(item) ?? []) : [item])),
      }))
    },
  }
}
