// For moderators: what members have reported, with what can be done about it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Accepted } from '../../../../contract/caller.ts'
import { Failure } from '../../../../contract/failures.ts'
import { ConfirmSend } from '../../../call/ConfirmSend.tsx'
import { PictureGallery } from '../../../pictures/PictureGallery.tsx'
import { LoadMore } from '../../../reading/LoadMore.tsx'
import { ReadFault } from '../../../reading/ReadState.tsx'
import { usePagedRead } from '../../../reading/usePagedRead.ts'
import { useClubZone } from '../../../session/useClubZone.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { useScreenTitle } from '../../../text/useScreenTitle.ts'
import { Button } from '../../../ui/Button.tsx'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { useToast } from '../../../ui/overlay/toastContext.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { SkeletonShape } from '../../../ui/SkeletonShape.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { HiddenMark, ModeratorMark } from '../PostMarks.tsx'
import { toPostTime } from '../postText.ts'
import { useFocusAfterRemoval } from '../useFocusAfterRemoval.ts'
import { useChangePost } from '../usePostsChanged.ts'
import { HideDialog } from './HideDialog.tsx'
import { MuteText } from './MuteText.tsx'
import styles from './ReportsScreen.module.css'
import { useReasonTexts } from './useReasonTexts.ts'

type ReportedPost = Accepted<'get_post_reports'>['items'][number]
/** `close`: of what is deleted, there is nothing else to decide. */
type PostDoing = 'hide' | 'show' | 'leave' | 'close'
type Doing =
  | { what: PostDoing; postId: number }
  | { what: 'mute' | 'unmute'; memberId: number; author: string }

export function ReportsScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Reports`)
  const toast = useToast()
  const [isClosed, setIsClosed] = useState(false)
  const [doing, setDoing] = useState<Doing>()
  const heading = useRef<HTMLHeadingElement>(null)
  const noteRemoval = useFocusAfterRemoval(heading)
  const reading = usePagedRead('get_post_reports', { closed: isClosed }, ({ items, nextCursor }) => ({
    items,
    nextCursor,
  }))
  const { items, error } = reading
  if (error instanceof Failure && error.code === 'not-allowed') return <NoModerator />
  const muted = reading.data?.at(-1)?.muted ?? []
  const done = (text: string) => {
    setDoing(undefined)
    noteRemoval()
    toast({ text })
    reading.refetch()
  }
  return (
    <div className={styles.page}>
      <div>
        <Link to="/portal/member/social" className={buttonClass({ variant: 'quiet', size: 'row' })}>
          <ArrowLeft aria-hidden="true" />
          <Trans>Back to the posts</Trans>
        </Link>
      </div>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          <Trans>Reports</Trans>
        </h1>
        <Button size="row" aria-pressed={isClosed} onClick={() => setIsClosed(!isClosed)}>
          {isClosed ? <Trans>Show what is open</Trans> : <Trans>Show what was dealt with</Trans>}
        </Button>
      </div>
      <p className="small muted">
        <Trans>Another moderator decides about your own posts and comments. They are not listed here.</Trans>
      </p>
      <ReadFault reading={reading} />
      {reading.isLoading && (
        <Skeleton label={t`Loading the reports…`}>
          <SkeletonShape shape="block" count={2} />
        </Skeleton>
      )}
      {items?.length === 0 && (
        <EmptyState
          title={isClosed ? <Trans>Nothing was dealt with yet</Trans> : <Trans>Nothing is reported</Trans>}
        >
          <Trans>What members report appears here.</Trans>
        </EmptyState>
      )}
      {items?.map((item) => (
        <Reported key={item.post.id} item={item} isOpen={!isClosed} onDo={setDoing} />
      ))}
      <LoadMore reading={reading}>
        <Trans>Load More</Trans>
      </LoadMore>
      {muted.length > 0 && (
        <Panel title={<Trans>Muted members</Trans>}>
          <ul className={styles.muted}>
            {muted.map(({ id, name }) => (
              <li key={id}>
                <span>{name}</span>
                <Button
                  size="row"
                  aria-label={t`Unmute ${name}`}
                  onClick={() => setDoing({ what: 'unmute', memberId: id, author: name })}
                >
                  <Trans>Unmute</Trans>
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {doing !== undefined && (
        <Doings
          doing={doing}
          onClose={(error) => {
            setDoing(undefined)
            // somebody else has dealt with it meanwhile
            if (error !== undefined) reading.refetch()
          }}
          onDone={done}
        />
      )}
    </div>
  )
}

function NoModerator() {
  return (
    <EmptyState
      level={1}
      title={<Trans>You are not authorized.</Trans>}
      action={
        <Link to="/portal/member/social" className={buttonClass()}>
          <Trans>Back to the posts</Trans>
        </Link>
      }
    >
      <Trans>Only moderators of the club see what is reported.</Trans>
    </EmptyState>
  )
}

function Reported({
  item,
  isOpen,
  onDo,
}: {
  item: ReportedPost
  /** Nobody has dealt with it. */
  isOpen: boolean
  onDo(doing: Doing): void
}) {
  const { t } = useLingui()
  const language = useLanguage()
  const timeZone = useClubZone()
  const reasons = useReasonTexts()
  const { post, media, reports, isMuted, isDeleted } = item
  const author = post.author === '' ? t`Former member` : post.author
  const date = toPostTime(post.created, timeZone, language)
  return (
    <Panel
      title={post.parentId > 0 ? <Trans>Comment by {author}</Trans> : <Trans>Post by {author}</Trans>}
      note={
        isDeleted ? (
          <Trans>on {date}</Trans>
        ) : (
          <Link
            to="/portal/member/social/$postId"
            params={{ postId: String(post.parentId > 0 ? post.parentId : post.id) }}
          >
            <Trans>on {date}</Trans>
          </Link>
        )
      }
      foot={
        <div className={styles.actions}>
          {isDeleted ? (
            <Button size="row" onClick={() => onDo({ what: 'close', postId: post.id })}>
              <Trans>Close the report</Trans>
            </Button>
          ) : post.hidden ? (
            <Button size="row" onClick={() => onDo({ what: 'show', postId: post.id })}>
              <Trans>Show again</Trans>
            </Button>
          ) : (
            <>
              {isOpen && (
                <Button size="row" onClick={() => onDo({ what: 'leave', postId: post.id })}>
                  <Trans>Leave it</Trans>
                </Button>
              )}
              <Button size="row" variant="danger" onClick={() => onDo({ what: 'hide', postId: post.id })}>
                <Trans>Hide</Trans>
              </Button>
            </>
          )}
          {post.author !== '' && (
            <Button
              size="row"
              onClick={() =>
                onDo({ what: isMuted ? 'unmute' : 'mute', memberId: post.memberId, author: post.author })
              }
            >
              {isMuted ? <Trans>Unmute</Trans> : <Trans>Mute {author}</Trans>}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.tags}>
        <ModeratorMark post={post} />
        {isDeleted ? (
          <Tag>
            <Trans>Deleted since</Trans>
          </Tag>
        ) : (
          <HiddenMark post={post} />
        )}
        {isMuted && (
          <Tag>
            <Trans>Muted</Trans>
          </Tag>
        )}
      </div>
      <p className={styles.words}>{post.message}</p>
      <PictureGallery pictures={media} name={t`Post by ${author}`} layout="thumbnails" />
      <ul className={styles.reports}>
        {reports.map(({ reason, note, reported, by, created }) => (
          <li key={`${by} ${created}`}>
            <b>{reasons[reason]}</b>
            <span className="small muted">
              {' '}
              <Trans>
                by {by === '' ? t`Former member` : by} on {toPostTime(created, timeZone, language)}
              </Trans>
            </span>
            {note !== '' && <p className={styles.words}>{note}</p>}
            {reported !== null && (
              <div className={styles.reported}>
                <p className="small muted">
                  <Trans>Changed since. What was reported:</Trans>
                </p>
                <p className={styles.words}>{reported.message}</p>
                <PictureGallery pictures={reported.media} name={t`What was reported`} layout="thumbnails" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface DoingsProps {
  doing: Doing
  /** With the error of the last attempt, if it failed. */
  onClose(error: unknown): void
  onDone(text: string): void
}

function Doings({ doing, onClose, onDone }: DoingsProps) {
  const { t } = useLingui()
  const changePost = useChangePost()
  if ('memberId' in doing) {
    const { memberId, author } = doing
    const isMuting = doing.what === 'mute'
    return (
      <ConfirmSend
        action="mute_member"
        input={{ id: memberId, muted: isMuting }}
        title={isMuting ? <Trans>Mute {author}?</Trans> : <Trans>Unmute {author}?</Trans>}
        confirm={isMuting ? <Trans>Mute</Trans> : <Trans>Unmute</Trans>}
        onClose={onClose}
        onDone={() => onDone(isMuting ? t`${author} is muted.` : t`${author} can write again.`)}
      >
        {isMuting ? (
          <MuteText />
        ) : (
          <Trans>They can post, comment, react and report again, and add or change rides and listings.</Trans>
        )}
      </ConfirmSend>
    )
  }
  const { what, postId } = doing
  if (what === 'hide') {
    return (
      <HideDialog
        postId={postId}
        onClose={onClose}
        onDone={() => {
          changePost(postId, (shown) => ({ ...shown, post: { ...shown.post, hidden: true } }))
          onDone(t`Only its author and moderators see it now.`)
        }}
      />
    )
  }
  const texts = {
    show: {
      title: <Trans>Show it again?</Trans>,
      confirm: <Trans>Show again</Trans>,
      means: <Trans>Its reports are closed.</Trans>,
      done: t`The reports are closed.`,
    },
    leave: {
      title: <Trans>Leave it as it is?</Trans>,
      confirm: <Trans>Leave it</Trans>,
      means: <Trans>Its reports are closed.</Trans>,
      done: t`The reports are closed.`,
    },
    close: {
      title: <Trans>Close the report?</Trans>,
      confirm: <Trans>Close the report</Trans>,
      means: <Trans>It is deleted already, and leaves this list too.</Trans>,
      done: t`The report is closed.`,
    },
  }[what]
  return (
    <ConfirmSend
      action="hide_post"
      input={{ postId, hidden: false }}
      title={texts.title}
      confirm={texts.confirm}
      onClose={onClose}
      onDone={() => {
        if (what !== 'close') {
          changePost(postId, (shown) => ({ ...shown, post: { ...shown.post, hidden: false } }))
        }
        onDone(texts.done)
      }}
    >
      {texts.means}
    </ConfirmSend>
  )
}
