// "Saved for the show": shown only when all of it is on the device.
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CloudOff, HardDriveDownload } from 'lucide-react'
import { useNow, useShow, useShowState } from '../../show/ShowContext.tsx'
import { toMoment, toSize, toZonedMoment } from '../../show/showTime.ts'
import { useReadiness } from '../../show/useReadiness.ts'
import { useLanguage } from '../../text/useLanguage.ts'
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
  const { picturesSaved, picturesWanted } = readiness

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
    <p className={styles.strip} role="status" data-passing="">
      {readiness.isComplete ? (
        <>
          <HardDriveDownload aria-hidden="true" />
          <span>
            <Trans>
              Saved for the show {at}, {size}
            </Trans>
          </span>
        </>
      ) : picturesSaved < picturesWanted ? (
        <>
          {outcome === 'unreachable' ? <HardDriveDownload aria-hidden="true" /> : <Spinner />}
          <span>
            <Trans>
              Schedule and vendors saved, pictures {picturesSaved} of {picturesWanted}
            </Trans>
          </span>
        </>
      ) : (
        <>
          <HardDriveDownload aria-hidden="true" />
          <span>
            <Trans>Show saved {at}, the app itself not yet</Trans>
          </span>
        </>
      )}
      {outcome === 'unreachable' && <Away />}
    </p>
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
      <span>
        <Trans>No connection. Showing what was saved at {at}.</Trans>
      </span>
    </p>
  )
}
