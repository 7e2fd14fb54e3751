// The state of the last sheets, refused ones first. Shown until the next number is typed.
import { Trans, useLingui } from '@lingui/react/macro'
import { StillCounts } from '../../../outbox/StillCounts.tsx'
import { toCarName } from '../../../show/carName.ts'
import { Button } from '../../../ui/Button.tsx'
import { List } from '../../../ui/layout/List.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import { Roundel } from '../../../ui/Roundel.tsx'
import { CarStateChip } from '../CarStateChip.tsx'
import { StateLine } from '../filed/StateLine.tsx'
import { type CarRow, listRecent, type SentRow } from '../myCars.ts'
import { RefusalLine } from '../RefusalLine.tsx'

const mostRecent = 2

export interface RecentSheetsProps {
  rows: readonly CarRow[]
  onCorrect(number: string): void
}

export function RecentSheets({ rows, onCorrect }: RecentSheetsProps) {
  const { t } = useLingui()
  const recent = listRecent(rows, mostRecent)
  if (recent.length === 0) return null
  return (
    <List label={t`Last sheets`} edged="below">
      {recent.map((row) => (
        <RecentRow key={`${row.entry.key} ${row.number}`} row={row} onCorrect={onCorrect} />
      ))}
    </List>
  )
}

function RecentRow({ row, onCorrect }: { row: SentRow; onCorrect(number: string): void }) {
  const { number, car, state, entry, countsAt } = row
  return (
    <ListRow
      leading={<Roundel number={number} size="small" />}
      title={toCarName(car) || entry.about?.title || <Trans>Car {number}</Trans>}
      trailing={
        <Button size="row" onClick={() => onCorrect(number)}>
          {row.filed === undefined ? <Trans>Score again</Trans> : <Trans>Correct</Trans>}
        </Button>
      }
    >
      <CarStateChip state={state} />
      {state === 'accepted' && (
        <p className="small">
          <Trans>Your scores for {number} have been accepted.</Trans>
        </p>
      )}
      <StateLine row={row} />
      {state === 'attention' && <RefusalLine entry={entry} />}
      {state === 'attention' && countsAt !== undefined && <StillCounts number={countsAt} />}
    </ListRow>
  )
}
