// "Saved for the show": said when all of it is on the device, and not before.
import { Trans, useLingui } from '@lingui/react/macro'
import { CircleAlert, CloudOff, HardDriveDownload } from 'lucide-react'
import { useNow, useShow, useShowState } from '../../show/ShowContext.tsx'
import { toMoment, toSize } from '../../show/showTime.ts'
import { useReadiness } from '../../show/useReadiness.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './SavedStrip.module.css'

export function SavedStrip() {
  const { saved, store } = useShow()
  const { isUnkept, outcome } = useShowState(store)
  const readiness = useReadiness()
  const language = useLanguage()
  const now = useNow()
  const at = toMoment(readiness.freshAt, now, saved.event.timeZone, language)
  const size = toSize(readiness.bytes, language)
  const { picturesKept, picturesWanted } = readiness

  if (isUnkept) {
    return (
      <p className={`${styles.strip} ${styles.warn}`} role="status">
        <CircleAlert aria-hidden="true" />
        <Trans>This browser keeps nothing: the show needs a connection here.</Trans>
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
      ) : picturesKept < picturesWanted ? (
        <>
          {outcome === 'unreachable' ? <HardDriveDownload aria-hidden="true" /> : <Spinner />}
          <span>
            <Trans>
              Schedule and vendors saved, pictures {picturesKept} of {picturesWanted}
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

/** On the other tabs, and only while the server cannot be reached. */
export function OfflineStrip() {
  const { saved, store } = useShow()
  const { outcome, isUnkept } = useShowState(store)
  const { freshAt } = useReadiness()
  const language = useLanguage()
  const now = useNow()
  if (outcome !== 'unreachable' || isUnkept) return null
  const at = toMoment(freshAt, now, saved.event.timeZone, language)
  return (
    <p className={`${styles.strip} ${styles.offline}`} role="status">
      <CloudOff aria-hidden="true" />
      <span>
        <Trans>No connection. Showing what was saved at {at}.</Trans>
      </span>
    </p>
  )
}
