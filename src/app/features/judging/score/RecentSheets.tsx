// The state of the last sheets, refused ones first. Shown until the next number is typed.
import { Trans, useLingui } from '@lingui/react/macro'
import { toShownEntryState } from '../../../outbox/entryState.ts'
import { Button } from '../../../ui/Button.tsx'
import { List } from '../../../ui/layout/List.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import { Roundel } from '../../../ui/Roundel.tsx'
import { CarStateChip } from '../CarStateChip.tsx'
import { useSheets } from '../JudgeContext.tsx'
import { LaterLine } from '../LaterLine.tsx'
import { listRecent, type SheetOutboxEntry, toSheetCarNumber } from '../myCars.ts'
import { RefusalLine } from '../RefusalLine.tsx'

const mostRecent = 2

export interface RecentSheetsProps {
  formId: number
  onCorrect(number: string): void
}

export function RecentSheets({ formId, onCorrect }: RecentSheetsProps) {
  const { t } = useLingui()
  const recent = listRecent(useSheets(formId), mostRecent)
  if (recent.length === 0) return null
  return (
    <List label={t`Last sheets`} edged="below">
      {recent.map((entry) => (
        <RecentRow key={entry.key} entry={entry} onCorrect={onCorrect} />
      ))}
    </List>
  )
}

function RecentRow({ entry, onCorrect }: { entry: SheetOutboxEntry; onCorrect(number: string): void }) {
  const number = toSheetCarNumber(entry)
  const state = toShownEntryState(entry)
  return (
    <ListRow
      leading={<Roundel number={number} size="small" />}
      title={entry.about?.title || <Trans>Car {number}</Trans>}
      trailing={
        <Button size="row" onClick={() => onCorrect(number)}>
          <Trans>Correct</Trans>
        </Button>
      }
    >
      <CarStateChip state={state} />
      {state === 'accepted' && (
        <p className="small">
          <Trans>Your scores for {number} have been accepted.</Trans>
        </p>
      )}
      {state === 'sent' && <LaterLine />}
      {state === 'attention' && <RefusalLine entry={entry} />}
    </ListRow>
  )
}
