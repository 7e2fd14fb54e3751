// One entry of the outbox: what it is, when it was made, its state, and why it was refused.
import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { toPrincipalId } from '../../offline/outbox.ts'
import type { OutboxEntry } from '../../offline/outboxRecords.ts'
import { openOutbox } from '../call/outboxStore.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { ListRow } from '../ui/layout/ListRow.tsx'
import { Roundel } from '../ui/Roundel.tsx'
import { StateChip } from '../ui/StateChip.tsx'
import { toShownEntryState } from './entryState.ts'
import styles from './OutboxRow.module.css'
import { findEntryCarNumber, toRefusalText } from './refusalText.ts'
import { useEntryTime } from './useEntryTime.ts'

export interface OutboxRowProps {
  entry: OutboxEntry
  onCorrect: () => void
  /** Asks before it is dismissed. */
  onDismiss: () => void
  /** Nothing can be corrected: dismisses it at once. */
  onUnderstood: () => void
}

export function OutboxRow({ entry, onCorrect, onDismiss, onUnderstood }: OutboxRowProps) {
  const { t, i18n } = useLingui()
  const { at, age } = useEntryTime(entry)
  const hasLeft = useHasLeft(entry)
  const number = findEntryCarNumber(entry)
  // a number without a title is named here, in the reader's language
  const title = entry.about?.title || (number === undefined ? t`Ballot` : t`Car ${number}`)
  const judge = entry.principal.ref
  return (
    <ListRow
      leading={number !== undefined && <Roundel number={number} />}
      title={title}
      note={<span className={styles.time}>{age === undefined ? at : `${at} · ${age}`}</span>}
    >
      <StateChip state={toShownEntryState(entry)} />
      {entry.state === 'refused' && (
        <>
          <p className={styles.reason}>{toRefusalText(i18n, entry)}</p>
          {hasLeft && (
            <p className={styles.reason}>
              <Trans>
                It is from judge {judge}, who has left this phone. To correct it, they verify here again.
              </Trans>
            </p>
          )}
          <div className={styles.actions}>
            {isCorrectable(entry) ? (
              <>
                <Button variant="secondary" size="row" onClick={onCorrect}>
                  {hasLeft ? <Trans>Verify</Trans> : <Trans>Correct</Trans>}
                </Button>
                <Button variant="quiet" size="row" onClick={onDismiss}>
                  <Trans>Dismiss</Trans>
                </Button>
              </>
            ) : (
              <Button variant="secondary" size="row" onClick={onUnderstood}>
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
            <Button variant="secondary" size="row" onClick={onCorrect}>
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
}

/** A ballot that came second, or that the club has withdrawn, cannot be made good on this phone. */
function isCorrectable({ fault }: OutboxEntry): boolean {
  return fault?.code !== 'ballot-used' && fault?.code !== 'ballot-void' && fault?.code !== 'voter-not-found'
}

function isServersFault({ fault }: OutboxEntry): boolean {
  return fault !== undefined && fault.code !== 'unreachable' && fault.code !== 'needs-grant'
}

/** The judge of the entry is no longer on this phone. */
function useHasLeft(entry: OutboxEntry): boolean {
  const store = openOutbox(useSession())
  const { grants } = useSyncExternalStore(store.subscribe, store.getState)
  const id = toPrincipalId(entry)
  return entry.principal.kind === 'judge' && !grants.some((grant) => grant.id === id && !grant.hasLeft)
}
