// Why the club refused a sheet, in its row.
import { useLingui } from '@lingui/react/macro'
import { toRefusalText } from '../../outbox/refusalText.ts'
import type { SheetOutboxEntry } from './myCars.ts'
import styles from './RefusalLine.module.css'

export function RefusalLine({ entry }: { entry: SheetOutboxEntry }) {
  const { i18n } = useLingui()
  return <p className={styles.refusal}>{toRefusalText(i18n, entry)}</p>
}
