// "Saved for the show": shown only when all of it is on the device.
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CloudOff, HardDriveDownload } from 'lucide-react'
import { useNow, useShow, useShowState } from '../../show/ShowContext.tsx'
import { toMoment, toSize, toZonedMoment } from '../../show/showTime.ts'
import { type Readiness, useReadiness } from '../../show/useReadiness.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './SavedStrip.module.css'

export function SavedStrip() {
  const { saved, store } = useShow()
  const { isUnsaved, outcome } = useShowState(store)
  const readiness = useReadiness()
  const language = useLanguage()
  const now = useNow()
  const at = toMoment(readiness.freshAt, now, saved.event.timeZone, language)
  const size = toSize(readiness.bytes, language)

  if (isUnsaved) {
    return (
      <p className={`${styles.strip} ${styles.warn}`} role="status">
        <CircleAlert aria-hidden="true" />
        <Trans>This browser keeps nothing: the show needs a connection here.</Trans>
      </p>
    )
  }
  if (readiness.areFilesRefused) {
    return (
      <p className={`${styles.strip} ${styles.warn}`} role="status">
        <CircleAlert aria-hidden="true" />
        <Trans>
          Show saved {at}. This browser keeps no pictures and opens the app only with a connection.
        </Trans>
      </p>
    )
  }
  return (
    <div className={styles.strip} role="status" data-passing="">
      {readiness.isComplete ? (
        <>
          <HardDriveDownload aria-hidden="true" />
          <span className={styles.words}>
            <Trans>
              Saved for the show {at}, {size}
            </Trans>
          </span>
        </>
      ) : (
        <>
          {readiness.isStuck ? <HardDriveDownload aria-hidden="true" /> : <Spinner />}
          <span className={styles.words}>
            <Unfinished readiness={readiness} at={at} />
          </span>
        </>
      )}
      {outcome === 'unreachable' && <Away />}
      {readiness.isStuck && (
        <Button size="row" variant="quiet" onClick={readiness.retry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </div>
  )
}

/** What is not on the device yet. Without it, the show opens only with a connection. */
function Unfinished({ readiness, at }: { readiness: Readiness; at: string }) {
  const { picturesSaved, picturesWanted, appFiles, isStuck } = readiness
  if (picturesSaved < picturesWanted) {
    return (
      <Trans>
        Schedule and vendors saved, pictures {picturesSaved} of {picturesWanted}
      </Trans>
    )
  }
  if (isStuck) return <Trans>Show saved {at}. With no signal it does not open yet.</Trans>
  if (appFiles === undefined) return <Trans>Show saved {at}. Still saving the app.</Trans>
  const { saved, wanted } = appFiles
  return (
    <Trans>
      Show saved {at}. Still saving the app, {saved} of {wanted}.
    </Trans>
  )
}

function Away() {
  const { t } = useLingui()
  return (
    <span className={styles.away} title={t`No connection`}>
      <CloudOff role="img" aria-label={t`No connection`} />
    </span>
  )
}

/** On the other tabs, and only while the server cannot be reached. The schedule names the zone itself. */
export function OfflineStrip({ isZoneNamed }: { isZoneNamed: boolean }) {
  const { saved, store } = useShow()
  const { outcome, isUnsaved } = useShowState(store)
  const { freshAt } = useReadiness()
  const language = useLanguage()
  const now = useNow()
  if (outcome !== 'unreachable' || isUnsaved) return null
  const write = isZoneNamed ? toMoment : toZonedMoment
  const at = write(freshAt, now, saved.event.timeZone, language)
  return (
    <p className={`${styles.strip} ${styles.offline}`} role="status">
      <CloudOff aria-hidden="true" />
      <span className={styles.words}>
        <Trans>No connection. Showing what was saved at {at}.</Trans>
      </span>
    </p>
  )
}
