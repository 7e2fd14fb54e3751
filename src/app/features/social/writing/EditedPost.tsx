// A post or comment that is changed: read as it is now, unless it is gone.
import { Trans, useLingui } from '@lingui/react/macro'
import { ReadFault } from '../../../call/ReadState.tsx'
import { useRead } from '../../../call/useRead.ts'
import { toFormPictures } from '../../../pictures/useAddPictures.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../../ui/SkeletonShape.tsx'
import type { PostItem } from '../posts.ts'
import { PostEditor } from './PostEditor.tsx'

interface EditedPostProps {
  postId: number
  topics: readonly { id: number; topic: string }[]
  onBack(): void
  onSaved(item: PostItem): void
}

export function EditedPost({ postId, topics, onBack, onSaved }: EditedPostProps) {
  const { t } = useLingui()
  const session = useSession()
  const reading = useRead('get_post', { postId })
  const { data } = reading
  if (data === undefined) {
    return (
      <div className="stack">
        <h1>
          <Trans>Edit post</Trans>
        </h1>
        <ReadFault reading={reading} />
        {reading.isLoading && (
          <Skeleton label={t`Loading the post…`}>
            <SkeletonShape shape="block" count={2} />
          </Skeleton>
        )}
        <div>
          <Button onClick={onBack}>
            <Trans>Back to the posts</Trans>
          </Button>
        </div>
      </div>
    )
  }
  const { post, media } = data
  const save = async () => {
    try {
      onSaved(await session.caller.call('get_post', { postId }))
    } catch {
      onSaved(data) // it was saved; the feed shows it when it is read again
    }
  }
  return (
    <PostEditor
      place={{ kind: 'edit', postId }}
      begin={{ topicId: post.topicId, message: post.message, pictures: toFormPictures(media) }}
      parentId={post.parentId}
      topics={topics}
      onBack={onBack}
      onSaved={() => void save()}
    />
  )
}
