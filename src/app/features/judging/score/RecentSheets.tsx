// What became of the last sheets, refused ones first, while the next number is not typed yet.
import { Trans, useLingui } from '@lingui/react/macro'
import { toRefusalText } from '../../../outbox/refusalText.ts'
import { Button } from '../../../ui/Button.tsx'
import { List } from '../../../ui/layout/List.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import { Roundel } from '../../../ui/Roundel.tsx'
import { CarStateChip } from '../CarStateChip.tsx'
import { useSheets } from '../JudgeContext.tsx'
import { listRecent, type SheetEntry, toCarState, toNumber } from '../myCars.ts'
import styles from './ScoreScreen.module.css'

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
    <div className={styles.recent}>
      <List label={t`Last sheets`}>
        {recent.map((entry) => (
          <RecentRow key={entry.key} entry={entry} onCorrect={onCorrect} />
        ))}
      </List>
    </div>
  )
}

function RecentRow({ entry, onCorrect }: { entry: SheetEntry; onCorrect(number: string): void }) {
  const { i18n } = useLingui()
  const number = toNumber(entry)
  const state = toCarState(entry)
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
        <p className={styles.small}>
          <Trans>Your scores for {number} have been accepted.</Trans>
        </p>
      )}
      {state === 'attention' && <p className={styles.refusal}>{toRefusalText(i18n, entry)}</p>}
    </ListRow>
  )
}
