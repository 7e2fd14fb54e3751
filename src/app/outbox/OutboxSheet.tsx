// The entries on this phone, one by one: the state of each, and what the person can do.
import { Plural, Trans } from '@lingui/react/macro'
import { useNavigate, useParams } from '@tanstack/react-router'
import { FileDown, HardDriveDownload, Send } from 'lucide-react'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isPending, type OutboxEntry } from '../../offline/outboxRecords.ts'
import { listExportable, saveOutboxFile } from '../call/outboxFile.ts'
import { useNotKept } from '../call/useNotKept.ts'
import { useOutbox } from '../call/useOutbox.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { Sheet } from '../ui/overlay/Sheet.tsx'
import { OutboxRows } from './OutboxRows.tsx'
import styles from './OutboxSheet.module.css'
import { useEntryTime } from './useEntryTime.ts'

export type CorrectOutboxEntry = (entry: OutboxEntry) => void

export interface OutboxSheetProps {
  /** When the sheet was opened, by the device's clock; undefined while it is closed. */
  openedAt: number | undefined
  onClose: () => void
  onCorrect?: CorrectOutboxEntry
}

export function OutboxSheet({ openedAt, onClose, onCorrect }: OutboxSheetProps) {
  const { entries, pending, waiting, oldest, sendNow, dismiss } = useOutbox()
  const { voterid } = useParams({ strict: false })
  const exportable = listExportable(pending, voterid?.toLowerCase())
  const openOutboxEntry = useOpenOutboxEntry()
  const sayNotKept = useNotKept()
  const [isSending, setIsSending] = useState(false)
  const [wasTried, setWasTried] = useState(false)
  const [toDismiss, setToDismiss] = useState<OutboxEntry>()
  const shown = useMemo(() => listShown(entries, openedAt), [entries, openedAt])
  const refused = entries.filter((entry) => isPending(entry) && entry.state === 'refused').length
  const isUnreachable = shown.some(({ state, fault }) => state === 'waiting' && fault?.code === 'unreachable')

  const close = () => {
    setWasTried(false)
    onClose()
  }
  const putAway = useLatest(({ key }: OutboxEntry) => {
    dismiss(key).catch(sayNotKept)
  })
  const correct = useLatest((entry: OutboxEntry) => {
    close()
    ;(onCorrect ?? openOutboxEntry)(entry)
  })
  const send = async () => {
    setIsSending(true)
    await sendNow()
    setIsSending(false)
    setWasTried(true)
  }

  return (
    <>
      <Sheet
        open={openedAt !== undefined}
        onClose={close}
        title={
          waiting === 0 ? (
            <Trans>Nothing waits on this phone</Trans>
          ) : refused === waiting ? (
            <Plural value={refused} one="# was not accepted" other="# were not accepted" />
          ) : (
            <Plural value={waiting} one="# waits on this phone" other="# wait on this phone" />
          )
        }
        note={oldest !== undefined && <Oldest entry={oldest} />}
        foot={
          <div className={styles.foot}>
            {waiting > 0 && (
              <div className={styles.buttons}>
                {refused < waiting && (
                  <Button
                    variant="primary"
                    icon={<Send size={22} aria-hidden="true" />}
                    busy={isSending}
                    onClick={() => void send()}
                  >
                    <Trans>Send now</Trans>
                  </Button>
                )}
                {exportable.length > 0 && (
                  <Button
                    variant="secondary"
                    icon={<FileDown size={22} aria-hidden="true" />}
                    onClick={() => saveOutboxFile(exportable, Date.now())}
                  >
                    <Trans>Save as file</Trans>
                  </Button>
                )}
              </div>
            )}
            {exportable.length < waiting && (
              <p className={styles.words}>
                <FileDown size={18} aria-hidden="true" />
                <Trans>A ballot can be saved as a file only where its link is open.</Trans>
              </p>
            )}
            <p className={styles.words}>
              <HardDriveDownload size={18} aria-hidden="true" />
              <Trans>Saved: only on this phone. Accepted: the club has it, and it counts.</Trans>
            </p>
          </div>
        }
      >
        <div role="status" className={styles.news}>
          {waiting === 0 && <Trans>The club has everything.</Trans>}
          {waiting > 0 && !isSending && isUnreachable && (
            <Trans>The club's server cannot be reached. It will be tried again automatically.</Trans>
          )}
          {waiting > 0 && !isSending && !isUnreachable && wasTried && (
            <Plural value={waiting} one="# still waits." other="# still wait." />
          )}
        </div>
        <OutboxRows entries={shown} onCorrect={correct} onDismiss={setToDismiss} onUnderstood={putAway} />
      </Sheet>
      <Dialog
        open={toDismiss !== undefined}
        onClose={() => setToDismiss(undefined)}
        alert
        title={<Trans>Put it away for good?</Trans>}
        foot={
          <>
            <Button variant="secondary" onClick={() => setToDismiss(undefined)}>
              <Trans>Keep it</Trans>
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                if (toDismiss !== undefined) putAway(toDismiss)
                setToDismiss(undefined)
              }}
            >
              <Trans>Dismiss</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>The club did not accept it, and it cannot be sent again from this phone afterwards.</Trans>
        </p>
      </Dialog>
    </>
  )
}

/** Calls the function of the last render, and stays the same itself. */
function useLatest<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  const latest = useRef(call)
  useLayoutEffect(() => {
    latest.current = call
  })
  return useCallback((...args: A) => latest.current(...args), [])
}

function Oldest({ entry }: { entry: OutboxEntry }) {
  const { at, age } = useEntryTime(entry)
  return age === undefined ? (
    <Trans>Oldest from {at}</Trans>
  ) : (
    <Trans>
      Oldest from {at}, {age}
    </Trans>
  )
}

/** First what needs a person, then the newest. Entries that are accepted while the sheet is open stay. */
function listShown(entries: readonly OutboxEntry[], openedAt: number | undefined): OutboxEntry[] {
  return entries
    .filter((entry) => isPending(entry) || (openedAt !== undefined && (entry.settledAt ?? 0) >= openedAt))
    .sort((a, b) => toRank(a) - toRank(b) || b.order - a.order)
}

function toRank({ state }: OutboxEntry): number {
  if (state === 'refused') return 0
  return state === 'needs-signin' ? 1 : 2
}

/** Opens the entry's own screen, for screens that have no form for it. */
function useOpenOutboxEntry(): CorrectOutboxEntry {
  const navigate = useNavigate()
  return ({ principal, eventId }) => {
    if (principal.kind === 'judge') {
      void navigate({ to: '/portal/judging/$eventId', params: { eventId: String(eventId) } })
    } else {
      void navigate({
        to: '/portal/voterballot/$voterid/$eventid',
        params: { voterid: principal.ref, eventid: String(eventId) },
      })
    }
  }
}
