// One entry of the outbox: what it is, when it was made, its state, and why it was refused.
import { Trans, useLingui } from '@lingui/react/macro'
import { memo, type Ref, useSyncExternalStore } from 'react'
import { type OutboxEntry, toPrincipalId } from '../../offline/outboxRecords.ts'
import { openOutbox } from '../call/outboxStore.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { ListRow } from '../ui/layout/ListRow.tsx'
import { Roundel } from '../ui/Roundel.tsx'
import { StateChip } from '../ui/StateChip.tsx'
import { CountedBallot } from './CountedBallot.tsx'
import { hasCountedSheet, isCorrectable, toStateAtClub } from './entryState.ts'
import styles from './OutboxRow.module.css'
import { findEntryCarNumber, toRefusalText } from './refusalText.ts'
import { StillCounts } from './StillCounts.tsx'
import { useEntryTime } from './useEntryTime.ts'

export interface OutboxRowProps {
  entry: OutboxEntry
  onCorrect: (entry: OutboxEntry) => void
  /** Asks before it is dismissed. */
  onDismiss: (entry: OutboxEntry) => void
  /** Nothing can be corrected: dismisses it at once. */
  onUnderstood: (entry: OutboxEntry) => void
  /** Its place among how many, where not all rows are drawn. */
  place?: number
  of?: number
  ref?: Ref<HTMLLIElement>
}

/** Painted again only when its own entry changes: five hundred of them change fifty at a time. */
export const OutboxRow = memo(function OutboxRow({
  entry,
  onCorrect,
  onDismiss,
  onUnderstood,
  place,
  of,
  ref,
}: OutboxRowProps) {
  const { t, i18n } = useLingui()
  const { at, age } = useEntryTime(entry)
  const { state, hasLeft, isCounted } = useWhatIsKnown(entry)
  const number = findEntryCarNumber(entry)
  // a number without a title is named here, in the reader's language
  const title = entry.about?.title || (number === undefined ? t`Ballot` : t`Car ${number}`)
  const judge = entry.principal.ref
  return (
    <ListRow
      row={{ ref, 'aria-posinset': place, 'aria-setsize': of }}
      leading={number !== undefined && <Roundel number={number} />}
      title={title}
      note={<span className={styles.time}>{age === undefined ? at : `${at} · ${age}`}</span>}
    >
      <StateChip state={state} />
      <WhatBecomes entry={entry} />
      {entry.state === 'refused' && (
        <>
          <p className={styles.reason}>{toRefusalText(i18n, entry)}</p>
          <ForTheCount entry={entry} isCounted={isCounted} />
          {hasLeft && isCorrectable(entry) && (
            <p className={styles.reason}>
              <Trans>
                It is from judge {judge}, who has left this phone. To correct it, they verify here again.
              </Trans>
            </p>
          )}
          <div className={styles.actions}>
            {isCorrectable(entry) && (
              <Button variant="secondary" size="row" onClick={() => onCorrect(entry)}>
                {hasLeft ? <Trans>Verify</Trans> : <Trans>Correct</Trans>}
              </Button>
            )}
            {isCorrectable(entry) || number !== undefined ? (
              // scores that the club did not take are nowhere else
              <Button variant="quiet" size="row" onClick={() => onDismiss(entry)}>
                <Trans>Dismiss</Trans>
              </Button>
            ) : (
              <Button variant="secondary" size="row" onClick={() => onUnderstood(entry)}>
                <Trans>Understood</Trans>
              </Button>
            )}
          </div>
        </>
      )}
      {entry.state === 'needs-signin' && (
        <>
          <p className={styles.reason}>
            <Trans>It is kept here, and goes out when judge {judge} verifies again on this phone.</Trans>
          </p>
          <div className={styles.actions}>
            <Button variant="secondary" size="row" onClick={() => onCorrect(entry)}>
              <Trans>Verify</Trans>
            </Button>
          </div>
        </>
      )}
      {entry.state === 'waiting' && isServersFault(entry) && (
        <p className={styles.reason}>
          <Trans>The club's server could not take it yet. It will be tried again automatically.</Trans>
        </p>
      )}
    </ListRow>
  )
})

/** What an entry does with a sheet that was filed before. */
function WhatBecomes({ entry: { input } }: { entry: OutboxEntry }) {
  if ('toEntryId' in input) {
    const from = String(input.entryId)
    const to = String(input.toEntryId)
    return (
      <p className={styles.reason}>
        <Trans>
          Moves the sheet from {from} to {to}
        </Trans>
      </p>
    )
  }
  if (!('reason' in input)) return null
  return (
    <p className={styles.reason}>
      <Trans>Withdraws the sheet</Trans>
    </p>
  )
}

/** What the refusal means for the count. */
function ForTheCount({ entry, isCounted }: { entry: OutboxEntry; isCounted: boolean }) {
  if (findEntryCarNumber(entry) !== undefined) {
    // of a sheet that was to be moved, the one where it is
    const at = 'entryId' in entry.input ? String(entry.input.entryId) : ''
    return isCounted ? <StillCounts number={at} /> : null
  }
  if (isCorrectable(entry)) return null
  return (
    <>
      <p className={styles.reason}>
        <Trans>These votes do not count.</Trans>
      </p>
      <CountedBallot entry={entry} />
    </>
  )
}

function isServersFault({ fault }: OutboxEntry): boolean {
  return fault !== undefined && fault.code !== 'unreachable' && fault.code !== 'needs-grant'
}

interface WhatIsKnown {
  state: ReturnType<typeof toStateAtClub>
  /** The judge of the entry is no longer on this phone. */
  hasLeft: boolean
  /** It was refused, and the club has an earlier sheet, which counts. */
  isCounted: boolean
}

function useWhatIsKnown(entry: OutboxEntry): WhatIsKnown {
  const { subscribe, getState } = openOutbox(useSession())
  const id = toPrincipalId(entry)
  const hasLeft = useSyncExternalStore(
    subscribe,
    () =>
      entry.principal.kind === 'judge' &&
      !getState().grants.some((grant) => grant.id === id && !grant.hasLeft),
  )
  const isCounted = useSyncExternalStore(subscribe, () => {
    const { entries = [], grants } = getState()
    // it looks through all entries, so not for each of five hundred rows that only wait
    return entry.state === 'refused' && hasCountedSheet(entry, entries, grants)
  })
  const state = useSyncExternalStore(subscribe, () => toStateAtClub(entry, getState().grants))
  return { state, hasLeft, isCounted }
}
