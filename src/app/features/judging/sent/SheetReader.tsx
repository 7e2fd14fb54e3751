// A judge's scores for one car, to be read and not changed: after judging has ended.
import { Trans } from '@lingui/react/macro'
import type { OutboxEntry } from '../../../../offline/outboxRecords.ts'
import { StillCounts } from '../../../outbox/StillCounts.tsx'
import { useEntryTime } from '../../../outbox/useEntryTime.ts'
import { toCarName } from '../../../show/carName.ts'
import { Button } from '../../../ui/Button.tsx'
import { Sheet } from '../../../ui/overlay/Sheet.tsx'
import { CarStateChip } from '../CarStateChip.tsx'
import type { CarRow } from '../myCars.ts'
import { RefusalLine } from '../RefusalLine.tsx'
import type { ReadableSheet } from './readableSheets.ts'
import styles from './SheetReader.module.css'

export interface SheetReaderProps {
  /** Undefined while nothing is read. */
  row: CarRow | undefined
  sheetsOf(row: CarRow): readonly ReadableSheet[]
  onClose(): void
}

export function SheetReader({ row, sheetsOf, onClose }: SheetReaderProps) {
  const number = row?.number ?? ''
  return (
    <Sheet
      open={row !== undefined}
      onClose={onClose}
      title={<Trans>Your scores for {number}</Trans>}
      note={toCarName(row?.car) || row?.entry?.about?.title}
      foot={
        <Button variant="primary" full onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className={styles.sheets}>
        {row !== undefined &&
          sheetsOf(row).map((sheet) => (
            <ScoresOfSheet key={sheet.key} sheet={sheet} countsAt={row.countsAt} />
          ))}
      </div>
    </Sheet>
  )
}

interface ScoresOfSheetProps {
  sheet: ReadableSheet
  countsAt: string | undefined
}

function ScoresOfSheet({ sheet, countsAt }: ScoresOfSheetProps) {
  const { state, entry, scores, notes } = sheet
  return (
    <section className={styles.sheet}>
      <div className={styles.standing}>
        <CarStateChip state={state} />
        {entry !== undefined && <SubmittedLine entry={entry} />}
        {state === 'started' && (
          <p className="small">
            <Trans>These scores and notes were never sent. They do not count.</Trans>
          </p>
        )}
        {state === 'sent' && (
          <p className="small">
            <Trans>A later sheet of yours counts, from another phone.</Trans>
          </p>
        )}
        {state === 'accepted' && entry === undefined && (
          <p className="small">
            <Trans>Sent from another phone</Trans>
          </p>
        )}
        {state === 'attention' && entry !== undefined && <RefusalLine entry={entry} />}
        {state === 'attention' && countsAt !== undefined && <StillCounts number={countsAt} />}
      </div>
      <dl className={styles.scores}>
        {scores.map(({ id, criterion, score }) => (
          <div key={id} className={styles.score}>
            <dt>{criterion?.title ?? <Trans>A criterion that the form no longer has</Trans>}</dt>
            <dd>{score ?? <Trans>Not set</Trans>}</dd>
          </div>
        ))}
        <div className={styles.notes}>
          <dt>
            <Trans>Notes</Trans>
          </dt>
          <dd>{notes === '' ? <Trans>No notes</Trans> : notes}</dd>
        </div>
      </dl>
    </section>
  )
}

function SubmittedLine({ entry }: { entry: OutboxEntry }) {
  const { at } = useEntryTime(entry)
  return (
    <p className="small muted">
      <Trans>Submitted {at}</Trans>
    </p>
  )
}
