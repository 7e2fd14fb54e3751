// The first visit: loading, or an honest explanation why there is nothing to show yet.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { PrerenderedEvent } from '../../domain/prerender.ts'
import { useScreenTitle } from '../text/useScreenTitle.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { NoticePage } from '../ui/layout/NoticePage.tsx'
import { PlaceholderHeading } from '../ui/screen/PlaceholderHeading.tsx'
import styles from './MissingShow.module.css'
import { findPrerenderedEvent } from './prerenderedEvent.ts'
import { useShowState } from './ShowContext.tsx'
import type { ShowStore } from './showStore.ts'

export interface MissingShowProps {
  store: ShowStore
  /** Of what is done at the show. The viewer's is the event's name. */
  title?: string
}

export function MissingShow({ store, title }: MissingShowProps) {
  const { t } = useLingui()
  const { saved, outcome, isPolling, isUnreadable } = useShowState(store)
  const face = title === undefined ? findPrerenderedEvent(store.show.eventId) : undefined
  const name = title ?? face?.name ?? t`Event`
  useScreenTitle(name)
  if (outcome === undefined || (saved === undefined && (isPolling || !isUnreadable))) {
    return face === undefined ? <Loading title={name} /> : <LoadingFace face={face} />
  }
  const clubHome = (
    <Link to="/portal" className={buttonClass({ full: true })}>
      <Trans>Go to the club home</Trans>
    </Link>
  )
  if (outcome === 'not-found') {
    return (
      <NoticePage title={t`This event is not here`} action={clubHome}>
        <p role="status">
          <Trans>The club shows no event at this address.</Trans>
        </p>
      </NoticePage>
    )
  }
  const actions = (
    <>
      <Button
        variant="primary"
        full
        busy={isPolling}
        busyLabel={t`Trying…`}
        onClick={() => {
          void store.poll()
        }}
      >
        <Trans>Try again</Trans>
      </Button>
      {clubHome}
    </>
  )
  if (saved === undefined) {
    return (
      <NoticePage title={t`What is saved on this phone cannot be read at the moment`} actions={actions}>
        <p role="status">
          <Trans>
            The browser's storage does not answer. Close the browser and open it again. With a connection the
            show opens without it.
          </Trans>
        </p>
      </NoticePage>
    )
  }
  return (
    <NoticePage title={t`This show is not on this phone yet`} actions={actions}>
      <p role="status">
        <Trans>
          It needs a connection once. After that the schedule, the maps and the vendors stay here, also in the
          field.
        </Trans>
      </p>
    </NoticePage>
  )
}

function Loading({ title }: { title: string }) {
  return (
    <>
      <PlaceholderHeading>{title}</PlaceholderHeading>
      <div className={styles.skeleton}>
        <div className={styles.picture} />
        <div className={styles.line} />
        <div className={`${styles.line} ${styles.short}`} />
        <div className={styles.panel} />
        <p className="page small muted" role="status">
          <Trans>Loading the show…</Trans>
        </p>
      </div>
    </>
  )
}

/** Each part is where the prerender showed it, and where the event's home will show it. */
function LoadingFace({ face }: { face: PrerenderedEvent }) {
  return (
    <div className="face">
      <div className="face-poster">
        {face.poster !== '' && (
          <img src={face.poster} alt="" width={800} height={450} decoding="sync" fetchPriority="high" />
        )}
      </div>
      <div className="face-words">
        <h1>{face.name}</h1>
        <p className="face-dates muted" role="status">
          <Trans>Loading the show…</Trans>
        </p>
        {face.place !== '' && <p className="face-place">{face.place}</p>}
        <div className="face-rest" />
      </div>
    </div>
  )
}
