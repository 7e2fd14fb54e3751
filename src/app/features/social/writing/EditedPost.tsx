// A post or comment that is changed: read as it is now, unless it is gone.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Failure } from '../../../../contract/failures.ts'
import { toFormPictures } from '../../../pictures/useAddPictures.ts'
import { ReadFault } from '../../../reading/ReadState.tsx'
import { useRead } from '../../../reading/useRead.ts'
import { useSession, useSessionState } from '../../../session/SessionContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../../ui/SkeletonShape.tsx'
import type { PostItem } from '../posts.ts'
import { useFindPost } from '../usePostsChanged.ts'
import { PostEditor } from './PostEditor.tsx'

interface EditedPostProps {
  postId: number
  topics: readonly { id: number; topic: string }[]
  /** With the post whose place it is. */
  onBack(postId: number): void
  /** What it is now; undefined if that could not be read. */
  onSaved(item: PostItem | undefined, isHere: boolean): void
}

export function EditedPost({ postId, topics, onBack, onSaved }: EditedPostProps) {
  const { t } = useLingui()
  const session = useSession()
  const reading = useRead('get_post', { postId }, { freshFor: 0 })
  // as it is now, or as far as it is known without a network; what comes later does not change what is typed
  const known = useFindPost()(postId)
  const isGone = reading.error instanceof Failure && reading.error.code === 'post-not-found'
  const { member, lapsedMember } = useSessionState()
  const reader = member ?? lapsedMember
  const [begun, setBegun] = useState<PostItem>()
  const latest = reading.data ?? (reading.error === undefined || isGone ? undefined : known)
  if (begun === undefined && latest !== undefined && !reading.isFetching) setBegun(latest)
  if (begun === undefined) {
    return (
      <div className="stack">
        <h1>
          <Trans>Edit post</Trans>
        </h1>
        <ReadFault reading={reading} />
        {reading.isFetching && (
          <Skeleton label={t`Loading the post…`}>
            <SkeletonShape shape="block" count={2} />
          </Skeleton>
        )}
        <div>
          <Button onClick={() => onBack(postId)}>
            <Trans>Back to the posts</Trans>
          </Button>
        </div>
      </div>
    )
  }
  const { post, media } = begun
  const isOwn = post.memberId === reader?.id
  if (!isOwn && reader?.moderator !== true) {
    return (
      <EmptyState
        level={1}
        title={<Trans>You are not authorized.</Trans>}
        action={
          <Button onClick={() => onBack(postId)}>
            <Trans>Back to the posts</Trans>
          </Button>
        }
      >
        <Trans>Only whoever wrote it, or a moderator, can change it.</Trans>
      </EmptyState>
    )
  }
  const save = async (isHere: boolean) => {
    try {
      onSaved(await session.caller.call('get_post', { postId }), isHere)
    } catch {
      onSaved(undefined, isHere)
    }
  }
  return (
    <PostEditor
      place={{ kind: 'edit', postId }}
      begin={{ topicId: post.topicId, message: post.message, pictures: toFormPictures(media) }}
      parentId={post.parentId}
      topics={topics}
      author={isOwn ? undefined : post.author}
      onBack={() => onBack(post.parentId || post.id)}
      onSaved={(isHere) => void save(isHere)}
    />
  )
}
