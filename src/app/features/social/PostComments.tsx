// The comments on a post, and the form for one more.
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef } from 'react'
import { LoadMore } from '../../reading/LoadMore.tsx'
import { ReadFault } from '../../reading/ReadState.tsx'
import { usePagedRead } from '../../reading/usePagedRead.ts'
import { useClubZone } from '../../session/useClubZone.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import styles from './PostComments.module.css'
import { EditedMark, HiddenMark, HiddenReason, ModeratorMark } from './PostMarks.tsx'
import { PostMenu } from './PostMenu.tsx'
import type { ChangeItem, PostItem } from './posts.ts'
import { toPostTime } from './postText.ts'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'
import { useChangePost } from './usePostsChanged.ts'
import { useReaction } from './useReaction.ts'
import { CommentEditor } from './writing/CommentEditor.tsx'

interface PostCommentsProps {
  item: PostItem
  isWriting: boolean
  onPosted(): void
  onCancel(): void
  onChange: ChangeItem
}

export function PostComments({ item, isWriting, onPosted, onCancel, onChange }: PostCommentsProps) {
  const { t } = useLingui()
  const postId = item.post.id
  const reading = usePagedRead(
    'get_post_comments',
    { parentId: postId },
    ({ posts, nextCursor }) => ({ items: posts, nextCursor }),
    { freshFor: 0 },
  )
  const changePost = useChangePost()
  const toast = useToast()
  const { countAgain } = useReaction(item, onChange)
  const section = useRef<HTMLElement>(null)
  const noteRemoval = useFocusAfterRemoval(section)
  const { items: comments } = reading
  const countOne = (by: 1 | -1) =>
    onChange(postId, (shown) => ({
      ...shown,
      post: { ...shown.post, commentCount: Math.max(0, shown.post.commentCount + by) },
    }))

  return (
    <section ref={section} className={styles.comments} aria-label={t`Comments`} tabIndex={-1}>
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the comments…`}>
          <SkeletonShape shape="line" count={2} />
        </Skeleton>
      )}
      {comments?.length === 0 && !isWriting && (
        <p className="small muted">
          <Trans>No comments yet.</Trans>
        </p>
      )}
      <ul className={styles.list}>
        {comments?.map((comment) => (
          <Comment
            key={comment.post.id}
            item={comment}
            onChange={(id, change) => {
              if (change(comment) === undefined) {
                noteRemoval()
                countOne(-1)
              }
              changePost(id, change)
            }}
          />
        ))}
      </ul>
      <LoadMore reading={reading}>
        <Trans>Load More</Trans>
      </LoadMore>
      {isWriting && (
        <CommentEditor
          postId={postId}
          onClose={onCancel}
          onPosted={() => {
            onPosted()
            countOne(1)
            reading.refetch()
            void countAgain()
            section.current?.focus({ preventScroll: true })
            toast({ text: t`Your comment is there for everybody.` })
          }}
        />
      )}
    </section>
  )
}

function Comment({ item, onChange }: { item: PostItem; onChange: ChangeItem }) {
  const { t } = useLingui()
  const language = useLanguage()
  const timeZone = useClubZone()
  const { post } = item
  const author = post.author === '' ? t`Former member` : post.author
  const date = toPostTime(post.created, timeZone, language)
  return (
    <li className={styles.comment} aria-label={t`Comment by ${author}`}>
      <Avatar name={author} picture={post.avatar} size="small" />
      <div className={styles.words}>
        <p className={styles.who}>
          <Trans>
            by <b>{author}</b> on {date}
          </Trans>
          <EditedMark post={post} />
        </p>
        <ModeratorMark post={post} />
        <HiddenMark post={post} />
        <HiddenReason post={post} />
        <p className={styles.message}>{post.message}</p>
      </div>
      <PostMenu item={item} author={author} onChange={onChange} />
    </li>
  )
}
