// One post at its own address, with its comments open. A comment's address leads to its post.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, Navigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import { Failure } from '../../../contract/failures.ts'
import { ReadFault, UnreadScreen } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import styles from './PostScreen.module.css'
import { PostTile } from './PostTile.tsx'
import { useChangePost, useFindPost } from './usePostsChanged.ts'
import { useFocusAfterEditor } from './writing/editorReturn.ts'

export function PostScreen({ postId, isWriting }: { postId: string; isWriting: boolean }) {
  const { t } = useLingui()
  useScreenTitle(t`Post`)
  const id = /^[1-9]\d{0,8}$/.test(postId) ? Number(postId) : 0
  const reading = useRead('get_post', { postId: id }, { enabled: id > 0, freshFor: 0 })
  const [isDeleted, setIsDeleted] = useState(false)
  const changePost = useChangePost()
  const page = useRef<HTMLDivElement>(null)
  const topics = useRead('get_posts', { LIMIT: 1 }).data?.topics ?? []
  const known = useFindPost()(id)
  const item = reading.data ?? known
  // a form that was opened here leads back here
  useFocusAfterEditor(page, item !== undefined)
  const isGone =
    id === 0 || isDeleted || (reading.error instanceof Failure && reading.error.code === 'post-not-found')
  if (!isGone && item !== undefined && item.post.parentId > 0) {
    return (
      <Navigate to="/portal/member/social/$postId" params={{ postId: String(item.post.parentId) }} replace />
    )
  }
  // the way back is one link in all states: a press on it may last while the answer comes
  return (
    <div ref={page} className={styles.page} tabIndex={-1}>
      <div>
        <Link to="/portal/member/social" className={buttonClass({ variant: 'quiet', size: 'row' })}>
          <ArrowLeft aria-hidden="true" />
          <Trans>Back to the posts</Trans>
        </Link>
      </div>
      {isGone ? (
        <EmptyState level={1} title={<Trans>This post is not there any more.</Trans>}>
          <Trans>Whoever wrote it, or a moderator, has removed it.</Trans>
        </EmptyState>
      ) : item === undefined ? (
        <UnreadScreen reading={reading} title={t`Post`} label={t`Loading the post…`}>
          <SkeletonShape shape="row" />
          <SkeletonShape shape="picture" />
        </UnreadScreen>
      ) : (
        <>
          <ReadFault reading={{ ...reading, data: item }} />
          <PostTile
            item={item}
            topic={topics.find((one) => one.id === item.post.topicId)?.topic ?? ''}
            isAlone
            isWritingAtFirst={isWriting}
            onChange={(changed, change) => {
              if (change(item) === undefined) setIsDeleted(true)
              changePost(changed, change)
            }}
          />
        </>
      )}
    </div>
  )
}
