// After somebody has written: what is known of posts and comments, on every screen and on the device.
import { useQueryClient } from '@tanstack/react-query'
import type { Accepted } from '../../../contract/caller.ts'
import { useChangeKept, useFindKept } from '../../reading/useKeptRead.ts'
import { pagesName } from '../../reading/usePagedRead.ts'
import type { ChangeItem, PostItem } from './posts.ts'

const feeds = pagesName('get_posts')
const comments = pagesName('get_post_comments')

/** Changes a post or comment wherever it is shown, or takes it away. */
export function useChangePost(): ChangeItem {
  const changeKept = useChangeKept()
  return (id, change) => {
    const changeIn = <A extends { posts: PostItem[] }>(answers: readonly A[]): readonly A[] =>
      answers.some(({ posts }) => posts.some(({ post }) => post.id === id))
        ? answers.map((answer) => ({
            ...answer,
            posts: answer.posts.flatMap((item) => (item.post.id === id ? (change(item) ?? []) : [item])),
          }))
        : answers
    changeKept<readonly Accepted<'get_posts'>[]>(feeds, changeIn)
    changeKept<readonly Accepted<'get_post_comments'>[]>(comments, changeIn)
    changeKept<Accepted<'get_post'>>('get_post', (item) => {
      const changed = item.post.id === id ? change(item) : undefined
      return changed === undefined ? item : { ...item, ...changed }
    })
  }
}

/**
 * After a post was written or changed: the feeds are read again when they are opened, and so are the member's
 * pictures. The feed on the screen stays as it is unless it is named: its screen has changed it.
 */
export function usePostsWritten(): (isOpenFeedToo?: boolean) => void {
  const client = useQueryClient()
  return (isOpenFeedToo = false) => {
    void client.invalidateQueries({ queryKey: [feeds], type: isOpenFeedToo ? 'all' : 'inactive' })
    void client.invalidateQueries({ queryKey: ['get_member_media'] })
  }
}

/** A post or comment as a list on this device has it: what can be shown without a network. */
export function useFindPost(): (id: number) => PostItem | undefined {
  const findKept = useFindKept()
  return (id) => {
    for (const name of [feeds, comments]) {
      for (const answers of findKept<readonly { posts: PostItem[] }[]>(name)) {
        for (const { posts } of answers) {
          const found = posts.find(({ post }) => post.id === id)
          if (found !== undefined) return found
        }
      }
    }
    return undefined
  }
}
