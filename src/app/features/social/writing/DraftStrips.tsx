// The drafts that wait on this device, above the feed: each opens where it was left.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { useAskAgain } from '../../../unsaved/useAskAgain.ts'
import { usePostsWritten } from '../usePostsChanged.ts'
import styles from './DraftStrips.module.css'
import type { DraftPlace, PostDraft } from './postDrafts.ts'
import { type ListedDraft, readDraftListsAgain, useDraftList, usePostDraft } from './usePostDraft.ts'
import { useSendPost } from './useSendPost.ts'

export function DraftStrips() {
  const drafts = useDraftList()
  return drafts.map((listed) => <DraftStrip key={JSON.stringify(listed.place)} listed={listed} />)
}

function DraftStrip({ listed: { place, draft } }: { listed: ListedDraft }) {
  useAskForPost(place, draft)
  return (
    <div className={styles.draft}>
      <PencilLine aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p>
          <b>
            <Trans>Draft kept on this phone.</Trans>
          </b>{' '}
          {draft.sent !== undefined ? (
            <Trans>We do not know yet whether it was posted.</Trans>
          ) : place.kind === 'comment' ? (
            <Trans>Comment, not posted</Trans>
          ) : (
            <Trans>Not posted</Trans>
          )}
        </p>
        <p className={styles.message}>{draft.message}</p>
      </div>
      <OpenDraft place={place} />
    </div>
  )
}

function OpenDraft({ place }: { place: DraftPlace }) {
  const look = buttonClass({ variant: 'quiet', size: 'row' })
  if (place.kind === 'comment') {
    return (
      <Link
        to="/portal/member/social/$postId"
        params={{ postId: String(place.postId) }}
        search={{ write: 'comment' }}
        className={look}
      >
        <Trans>Open</Trans>
      </Link>
    )
  }
  const edit = place.kind === 'new' ? `new-${place.key}` : String(place.postId)
  return (
    <Link to="/portal/member/social" search={{ edit }} className={look}>
      <Trans>Open</Trans>
    </Link>
  )
}

/** Above the feed too, where the post itself may stand already. */
function useAskForPost(place: DraftPlace, draft: PostDraft): void {
  const kept = usePostDraft(place, draft)
  const posted = usePostsWritten()
  const { send, busy } = useSendPost()
  const ask = async () => {
    const target = place.kind === 'comment' ? { parentId: place.postId } : {}
    if (!(await send(kept, target))) return readDraftListsAgain()
    await kept.forget()
    posted(place.kind !== 'comment')
  }
  const isWanted = draft.sent === 'same' && kept.draft?.sent === 'same' && place.kind !== 'edit' && !busy
  useAskAgain(isWanted, kept.isFound, () => void ask())
}
