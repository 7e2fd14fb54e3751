// Why the club refused a sheet, in its row.
import { useLingui } from '@lingui/react/macro'
import { toMoveRefusalText, toRefusalText } from '../../outbox/refusalText.ts'
import { type SheetOutboxEntry, toSheetCarNumber } from './myCars.ts'
import styles from './RefusalLine.module.css'

export function RefusalLine({ entry }: { entry: SheetOutboxEntry }) {
  const { i18n } = useLingui()
  const { movedFrom } = entry
  return (
    <p className={styles.refusal}>
      {movedFrom === undefined
        ? toRefusalText(i18n, entry)
        : toMoveRefusalText(i18n, { from: movedFrom, to: toSheetCarNumber(entry), fault: entry.fault })}
    </p>
  )
}
