// One post: who wrote it, its words and pictures, the reactions to it, and its comments.

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { memo, useId, useRef, useState } from 'react'
import { PictureGallery } from '../../pictures/PictureGallery.tsx'
import { useClubZone } from '../../session/useClubZone.ts'
import { toFailureText } from '../../text/failureText.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { useFocusBack } from '../../ui/overlay/useFocusBack.ts'
import { useSecondTap } from '../../useSecondTap.ts'
import { PostComments } from './PostComments.tsx'
import { EditedMark, HiddenMark, HiddenReason, ModeratorMark } from './PostMarks.tsx'
import { PostMenu } from './PostMenu.tsx'
import styles from './PostTile.module.css'
import { type ChangeItem, countReactions, type PostItem } from './posts.ts'
import { toPostTime } from './postText.ts'
import { ReactionBar } from './ReactionBar.tsx'
import { findReaction } from './reactions.tsx'
import { useReaction } from './useReaction.ts'

export interface PostTileProps {
  item: PostItem
  /** '' without a topic. */
  topic: string
  onChange: ChangeItem
  /** On its own page: the comments are open, and the heading is the page's. */
  isAlone?: boolean
  /** The form for a comment is open at first. */
  isWritingAtFirst?: boolean
}

export const PostTile = memo(function PostTile({
  item,
  topic,
  onChange,
  isAlone = false,
  isWritingAtFirst = false,
}: PostTileProps) {
  const { t, i18n } = useLingui()
  const { post, media, reactions } = item
  const author = post.author === '' ? t`Former member` : post.author
  const [isReacting, setIsReacting] = useState(false)
  const [isOpen, setIsOpen] = useState(isAlone)
  const [isWriting, setIsWriting] = useState(isWritingAtFirst)
  const barId = useId()
  const commentsId = useId()
  const reactButton = useRef<HTMLButtonElement>(null)
  const commentButton = useRef<HTMLButtonElement>(null)
  useFocusBack(isWriting, () => commentButton.current)
  const { choose, error } = useReaction(item, onChange)
  const own = findReaction(post.ownReaction)
  const isSecondTap = useSecondTap()

  const closeBar = () => {
    setIsReacting(false)
    reactButton.current?.focus()
  }
  return (
    <article
      className={styles.post}
      aria-label={t`Post by ${author}`}
      // the feed keeps it then, wherever the screen is
      data-opened={isOpen || isReacting ? '' : undefined}
    >
      <PostHead item={item} author={author} topic={topic} onChange={onChange} isAlone={isAlone} />
      {post.message !== '' && <p className={styles.message}>{post.message}</p>}
      <PictureGallery pictures={media} name={t`Post by ${author}`} />
      {(reactions.length > 0 || post.commentCount > 0) && (
        <div className={styles.counts}>
          <ReactionCount reactions={reactions} />
          {post.commentCount > 0 && (
            <button
              type="button"
              className={styles.commentCount}
              aria-expanded={isOpen}
              aria-controls={commentsId}
              onClick={() => setIsOpen(!isOpen)}
            >
              <CommentCount count={post.commentCount} />
            </button>
          )}
        </div>
      )}
      {error !== undefined && (
        <p role="alert" className={styles.fault}>
          {toFailureText(i18n, error)}
        </p>
      )}
      {isReacting && (
        <ReactionBar
          id={barId}
          own={post.ownReaction}
          onClose={closeBar}
          onChoose={(code, event) => {
            // of the button below, which this bar has taken the place of
            if (isSecondTap(event)) return
            closeBar()
            void choose(code)
          }}
        />
      )}
      <div className={styles.actions}>
        <button
          ref={reactButton}
          type="button"
          className={styles.action}
          aria-expanded={isReacting}
          aria-controls={isReacting ? barId : undefined}
          data-own={post.ownReaction === null ? undefined : ''}
          onClick={(event) => {
            if (!isSecondTap(event)) setIsReacting(!isReacting)
          }}
        >
          <own.Icon aria-hidden="true" />
          {i18n._(own.label)}
        </button>
        <button
          ref={commentButton}
          type="button"
          className={styles.action}
          onClick={(event) => {
            // of a reaction that stood where this stands now
            if (isSecondTap(event)) return
            setIsOpen(true)
            setIsWriting(true)
          }}
        >
          <MessageCircle aria-hidden="true" />
          <Trans>Comment</Trans>
        </button>
      </div>
      <div id={commentsId} hidden={!isOpen}>
        {isOpen && (
          <PostComments
            item={item}
            isWriting={isWriting}
            onPosted={() => setIsWriting(false)}
            onCancel={() => {
              setIsWriting(false)
              // nothing else could close them
              if (!isAlone && post.commentCount === 0) setIsOpen(false)
            }}
            onChange={onChange}
          />
        )}
      </div>
    </article>
  )
})

interface PostHeadProps extends PostTileProps {
  author: string
  isAlone: boolean
}

function PostHead({ item, author, topic, onChange, isAlone }: PostHeadProps) {
  const { post } = item
  const language = useLanguage()
  const timeZone = useClubZone()
  const Heading = isAlone ? 'h1' : 'h2'
  const date = toPostTime(post.created, timeZone, language)
  return (
    <header className={styles.head}>
      <Avatar name={author} picture={post.avatar} />
      <div className={styles.who}>
        <Heading className={styles.title} tabIndex={-1} data-post={post.id}>
          {topic === '' ? (
            <Trans>by {author}</Trans>
          ) : (
            <Trans>
              {topic} by {author}
            </Trans>
          )}
        </Heading>
        <p className="small muted">
          <Link
            to="/portal/member/social/$postId"
            params={{ postId: String(post.id) }}
            className={styles.date}
          >
            <Trans>on {date}</Trans>
          </Link>
          <EditedMark post={post} />
        </p>
        <ModeratorMark post={post} />
        <HiddenMark post={post} />
        <HiddenReason post={post} />
      </div>
      <PostMenu item={item} author={author} onChange={onChange} />
    </header>
  )
}

function ReactionCount({ reactions }: { reactions: PostItem['reactions'] }) {
  const { t, i18n } = useLingui()
  const [most] = countReactions(reactions)
  if (most === undefined) return <span />
  const { Icon, label } = findReaction(most.reaction)
  const count = reactions.length
  const name = i18n._(label)
  const spoken = count === 1 ? t`1 reaction: ${name}` : t`${count} reactions, most often ${name}`
  return (
    <span className={styles.reactions} role="img" aria-label={spoken}>
      <Icon aria-hidden="true" />
      {count}
    </span>
  )
}

function CommentCount({ count }: { count: number }) {
  return count === 1 ? <Trans>1 comment</Trans> : <Trans>{count} comments</Trans>
}
