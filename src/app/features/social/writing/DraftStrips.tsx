// The drafts that wait on this device, above the feed: each opens where it was left.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PencilLine } from 'lucide-react'
import { buttonClass } from '../../../ui/buttonClass.ts'
import styles from './DraftStrips.module.css'
import type { DraftPlace } from './postDrafts.ts'
import { type ListedDraft, useDraftList } from './usePostDraft.ts'

export function DraftStrips() {
  const drafts = useDraftList()
  return drafts.map((listed) => <DraftStrip key={JSON.stringify(listed.place)} listed={listed} />)
}

function DraftStrip({ listed: { place, draft } }: { listed: ListedDraft }) {
  return (
    <div className={styles.draft}>
      <PencilLine aria-hidden="true" className={styles.icon} />
      <div className={styles.words}>
        <p>
          <b>
            <Trans>Draft kept on this phone.</Trans>
          </b>{' '}
          {place.kind === 'comment' ? <Trans>Comment, not posted</Trans> : <Trans>Not posted</Trans>}
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
