// What of the show is on this device, since when, its size, and buttons to renew or remove it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { SavedPart, SavedParts } from '../../show/SavedParts.tsx'
import { useMarks, useNow, useShow, useShowState } from '../../show/ShowContext.tsx'
import { runIfUnused } from '../../show/showInUse.ts'
import { toMoment, toSize } from '../../show/showTime.ts'
import { useReadiness } from '../../show/useReadiness.ts'
import { ZoneNote } from '../../show/ZoneNote.tsx'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import styles from './SavedPanel.module.css'

export function SavedPanel() {
  const { t } = useLingui()
  const { saved, store } = useShow()
  const { isPolling, outcome, isUnsaved } = useShowState(store)
  const readiness = useReadiness()
  const language = useLanguage()
  const now = useNow()
  const toast = useToast()
  const navigate = useNavigate()
  const persistence = useStoragePersistence()
  const { isPersistent } = persistence
  const { timeZone } = saved.event
  const days = saved.schedule.length
  const isSaved = !isUnsaved

  const refresh = async () => {
    await store.poll()
    const result = store.getState().outcome
    if (result === 'unchanged') toast({ text: t`This is the newest version.` })
    if (result === 'unreachable') toast({ text: t`No connection. What is saved stays.` })
  }
  const remove = async () => {
    if (!(await runIfUnused(store.show, store.deleteSaved))) {
      toast({ text: t`Somebody judges or votes at this show in another tab. Close it first.` })
      return
    }
    toast({ text: t`The show is no longer on this phone.` })
    await navigate({ to: '/portal' })
  }

  return (
    <Panel title={<Trans>Ready for the field</Trans>}>
      <SavedParts readiness={readiness}>
        <SavedPart isDone={isSaved}>
          {days === 1 ? <Trans>Schedule</Trans> : <Trans>Schedule, {days} days</Trans>}
        </SavedPart>
        <SavedPart isDone={isSaved}>
          <Trans>Maps and vendors</Trans>
        </SavedPart>
        {saved.carCount > 0 && (
          <SavedPart isDone={isSaved}>
            <Trans>Classes and car numbers</Trans>
          </SavedPart>
        )}
        {saved.formCount > 0 && (
          <SavedPart isDone={isSaved}>
            <Trans>Judging forms</Trans>
          </SavedPart>
        )}
      </SavedParts>
      <ZoneNote />
      <dl className={styles.facts}>
        <dt>
          <Trans>Saved</Trans>
        </dt>
        <dd>{toMoment(saved.savedAt, now, timeZone, language)}</dd>
        <dt>
          <Trans>Checked</Trans>
        </dt>
        <dd>{toMoment(readiness.freshAt, now, timeZone, language)}</dd>
        <dt>
          <Trans>Size</Trans>
        </dt>
        <dd>{toSize(readiness.bytes, language)}</dd>
        <dt>
          <Trans>Version</Trans>
        </dt>
        <dd>{saved.version.slice(0, 12)}</dd>
        <dt>
          <Trans>Storage</Trans>
        </dt>
        <dd>
          {isPersistent === true ? (
            <Trans>Permanent: the browser will not clear it on its own</Trans>
          ) : (
            <Trans>The browser may clear it when space runs out</Trans>
          )}
        </dd>
      </dl>
      {outcome === 'unreachable' && (
        <p className="small muted" role="status">
          <Trans>No connection now. Everything above still works.</Trans>
        </p>
      )}
      {persistence.isRefused && (
        <p className="small" role="status">
          <Trans>
            The browser does not promise it now. It is more likely to when the app is on your Home Screen, or
            after you have opened it some more times.
          </Trans>
        </p>
      )}
      <div className={styles.buttons}>
        <Button
          size="row"
          icon={<RefreshCw size={18} aria-hidden="true" />}
          busy={isPolling}
          busyLabel={t`Looking…`}
          onClick={() => {
            void refresh()
          }}
        >
          <Trans>Refresh now</Trans>
        </Button>
        {isPersistent === false && (
          <Button
            size="row"
            onClick={() => {
              void persistence.request()
            }}
          >
            <Trans>Keep it for good</Trans>
          </Button>
        )}
        <RemoveButton onRemove={remove} />
      </div>
    </Panel>
  )
}

/** Asks for confirmation in place, because without a network the show would be gone. */
function RemoveButton({ onRemove }: { onRemove(): Promise<void> }) {
  const [isSure, setIsSure] = useState(false)
  const hasMarks = useMarks().count('entry') > 0
  if (!isSure) {
    return (
      <Button size="row" variant="danger" onClick={() => setIsSure(true)}>
        <Trans>Delete the saved copy</Trans>
      </Button>
    )
  }
  return (
    <>
      <p className="small" role="alert">
        <Trans>
          Without a connection the show cannot be opened then, and nobody can begin to judge or to fill in a
          ballot on this phone. What waits to be sent stays.
        </Trans>{' '}
        {hasMarks && <Trans>Your favourites stay.</Trans>}
      </p>
      <Button
        size="row"
        variant="danger"
        onClick={() => {
          setIsSure(false)
          void onRemove()
        }}
      >
        <Trans>Yes, delete it</Trans>
      </Button>
      <Button size="row" onClick={() => setIsSure(false)}>
        <Trans>Keep it</Trans>
      </Button>
    </>
  )
}

/** Whether the browser promised to keep the storage; undefined if it does not say. */
function useStoragePersistence() {
  const [isPersistent, setIsLasting] = useState<boolean | undefined>(undefined)
  const [isRefused, setIsRefused] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void navigator.storage?.persisted?.().then((answer) => isCurrent && setIsLasting(answer))
    return () => {
      isCurrent = false
    }
  }, [])
  return {
    isPersistent,
    isRefused,
    async request() {
      const isKept = await navigator.storage.persist().catch(() => false)
      setIsLasting(isKept)
      setIsRefused(!isKept)
    },
  }
}
