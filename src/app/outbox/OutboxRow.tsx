// One entry of the outbox: what it is, when it was made, its state, and why it was refused.
import { Trans, useLingui } from '@lingui/react/macro'
import type { OutboxEntry } from '../../offline/outboxRecords.ts'
import { useClubZone } from '../session/useClubZone.ts'
import { toMoment } from '../show/showTime.ts'
import { useLanguage } from '../text/useLanguage.ts'
import { Button } from '../ui/Button.tsx'
import { ListRow } from '../ui/layout/ListRow.tsx'
import { Roundel } from '../ui/Roundel.tsx'
import { StateChip } from '../ui/StateChip.tsx'
import { toShownEntryState } from './entryState.ts'
import styles from './OutboxRow.module.css'
import { findEntryCarNumber, toRefusalText } from './refusalText.ts'

export interface OutboxRowProps {
  entry: OutboxEntry
  onCorrect: () => void
  onDismiss: () => void
}

export function OutboxRow({ entry, onCorrect, onDismiss }: OutboxRowProps) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const timeZone = useClubZone()
  const number = findEntryCarNumber(entry)
  // a number without a title is named here, in the reader's language
  const title = entry.about?.title || (number === undefined ? t`Ballot` : t`Car ${number}`)
  const judge = entry.principal.ref
  return (
    <ListRow
      leading={number !== undefined && <Roundel number={number} />}
      title={title}
      note={<span className={styles.time}>{toMoment(entry.madeAt, Date.now(), timeZone, language)}</span>}
    >
      <StateChip state={toShownEntryState(entry)} />
      {entry.state === 'refused' && (
        <>
          <p className={styles.reason}>{toRefusalText(i18n, entry)}</p>
          <div className={styles.actions}>
            <Button variant="secondary" size="row" onClick={onCorrect}>
              <Trans>Correct</Trans>
            </Button>
            <Button variant="quiet" size="row" onClick={onDismiss}>
              <Trans>Dismiss</Trans>
            </Button>
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

function isServersFault({ fault }: OutboxEntry): boolean {
  return fault !== undefined && fault.code !== 'unreachable' && fault.code !== 'needs-grant'
}
