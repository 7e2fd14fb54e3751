// The club's posts: a choice of topic, the feed, and the form for a post in its place.
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePagedRead } from '../../reading/usePagedRead.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { FeedView } from './FeedView.tsx'
import { useChangePost, usePostsWritten } from './usePostsChanged.ts'
import { EditedPost } from './writing/EditedPost.tsx'
import { noteReturn, useLeaveEditor } from './writing/editorReturn.ts'
import { PostEditor } from './writing/PostEditor.tsx'

const pageSize = 25
const empty = { message: '', pictures: [] }

export function SocialScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Social`)
  const { topic, edit } = useSearch({ from: '/_shell/portal/member/social/' })
  const navigate = useNavigate()
  const toast = useToast()
  const topicId = Number(topic ?? 0)
  const reading = usePagedRead(
    'get_posts',
    { LIMIT: pageSize, ...(topicId === 0 ? {} : { topicId }) },
    ({ posts, nextCursor }) => ({ items: posts, nextCursor }),
    { staysInPlace: true },
  )
  const changePost = useChangePost()
  const noteWritten = usePostsWritten()
  const topics = reading.data?.at(-1)?.topics ?? []
  const feed = { to: '/portal/member/social', search: topic === undefined ? {} : { topic } } as const
  const leave = useLeaveEditor(feed.search)

  if (edit?.startsWith('new-')) {
    return (
      <PostEditor
        key={edit}
        place={{ kind: 'new', key: edit.slice('new-'.length) }}
        begin={{ ...empty, topicId }}
        parentId={0}
        topics={topics}
        onBack={() => leave(0)}
        onSaved={(isHere) => {
          toast({ text: t`Your post is there for everybody.` })
          noteWritten()
          reading.refetch()
          if (!isHere) return
          noteReturn()
          void navigate({ ...feed, replace: true })
        }}
      />
    )
  }
  if (edit !== undefined) {
    return (
      <EditedPost
        key={edit}
        postId={Number(edit)}
        topics={topics}
        onBack={leave}
        onSaved={(item, isHere) => {
          toast({ text: t`Your changes were saved.` })
          if (item === undefined) reading.refetch()
          else changePost(item.post.id, () => item)
          noteWritten()
          if (isHere) leave(item === undefined ? 0 : item.post.parentId || item.post.id)
        }}
      />
    )
  }
  return (
    <FeedView
      reading={reading}
      topicId={topicId}
      topics={topics}
      onTopic={(id) =>
        void navigate({ ...feed, search: id === 0 ? {} : { topic: String(id) }, replace: true })
      }
    />
  )
}
