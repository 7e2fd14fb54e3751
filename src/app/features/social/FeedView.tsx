// The feed with what belongs around it: topics, drafts, new posts, more posts, and the member's own pictures.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowUp, Flag, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { newKey } from '../../../offline/newKey.ts'
import { LoadMore } from '../../reading/LoadMore.tsx'
import { ReadFault } from '../../reading/ReadState.tsx'
import type { PagedReading } from '../../reading/usePagedRead.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { WithAside } from '../../ui/layout/WithAside.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../ui/SkeletonShape.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './FeedView.module.css'
import { PhotoAlbum } from './PhotoAlbum.tsx'
import { PostFeed } from './PostFeed.tsx'
import type { PostItem } from './posts.ts'
import { useNewPosts } from './useNewPosts.ts'
import { useChangePost } from './usePostsChanged.ts'
import { DraftStrips } from './writing/DraftStrips.tsx'
import { useFocusAfterEditor } from './writing/editorReturn.ts'

interface FeedViewProps {
  reading: PagedReading<'get_posts', PostItem>
  /** 0 for all. */
  topicId: number
  topics: readonly { id: number; topic: string }[]
  onTopic(id: number): void
}

export function FeedView({ reading, topicId, topics, onTopic }: FeedViewProps) {
  const { t } = useLingui()
  const { member, lapsedMember } = useSessionState()
  const { items } = reading
  const changePost = useChangePost()
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterEditor(heading, items !== undefined)
  const newPosts = useNewPosts(topicId, items?.[0]?.post.id)
  const isModerator = (member ?? lapsedMember)?.moderator === true
  // a new key for each visit, so that two posts that are begun are two drafts
  const [draftKey] = useState(newKey)
  const create = { edit: `new-${draftKey}`, ...(topicId === 0 ? {} : { topic: String(topicId) }) }

  const readNewest = () => {
    reading.refetch()
    window.scrollTo({ top: 0 })
  }
  return (
    <WithAside aside={<PhotoAlbum />}>
      <div className={styles.column}>
        <VisuallyHidden>
          <h1 ref={heading} tabIndex={-1}>
            <Trans>Posts</Trans>
          </h1>
        </VisuallyHidden>
        <div className={styles.tools}>
          <Select
            aria-label={t`Topic`}
            value={String(topicId)}
            onChange={({ target }) => onTopic(Number(target.value))}
          >
            <option value="0">{t`-All topics-`}</option>
            {topics.map(({ id, topic }) => (
              <option key={id} value={id}>
                {topic}
              </option>
            ))}
          </Select>
          <Link to="/portal/member/social" search={create} className={buttonClass({ variant: 'primary' })}>
            <Pencil aria-hidden="true" />
            <Trans>Create post</Trans>
          </Link>
        </div>
        {isModerator && (
          <div>
            <Link
              to="/portal/member/social/reports"
              className={buttonClass({ variant: 'quiet', size: 'row' })}
            >
              <Flag aria-hidden="true" />
              <Trans>Reports</Trans>
            </Link>
          </div>
        )}
        <DraftStrips />
        <ReadFault reading={reading} />
        <div role="status" className={styles.news}>
          {newPosts > 0 && (
            <Button size="row" icon={<ArrowUp aria-hidden="true" />} onClick={readNewest}>
              <NewPosts count={newPosts} />
            </Button>
          )}
        </div>
        {reading.isLoading && (
          <Skeleton label={t`Loading the posts…`}>
            <SkeletonShape shape="row" />
            <SkeletonShape shape="picture" />
            <SkeletonShape shape="row" />
            <SkeletonShape shape="picture" />
          </Skeleton>
        )}
        {items?.length === 0 && (
          <EmptyState title={<Trans>No posts yet</Trans>}>
            {topicId === 0 ? (
              <Trans>Be the first to post something for the other members.</Trans>
            ) : (
              <Trans>Be the first to post something on this topic.</Trans>
            )}
          </EmptyState>
        )}
        {items !== undefined && items.length > 0 && (
          <PostFeed items={items} topics={topics} onChange={changePost} />
        )}
        <LoadMore reading={reading}>
          <Trans>get 25 more</Trans>
        </LoadMore>
      </div>
    </WithAside>
  )
}

function NewPosts({ count }: { count: number }) {
  return count === 1 ? <Trans>1 new post</Trans> : <Trans>{count} new posts</Trans>
}
