// One row of a List; a link or button given as title covers the whole row.

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './ListRow.module.css'

export interface ListRowProps {
  /** A roundel, avatar, swatch or icon. */
  leading?: ReactNode
  title: ReactNode
  note?: ReactNode
  /** A state chip, a reason: under title and note. */
  children?: ReactNode
  /** Things of its own to press; they lie above the row's link. */
  trailing?: ReactNode
  /** Where the row leads to another screen. */
  chevron?: boolean | undefined
}

export function ListRow({ leading, title, note, children, trailing, chevron = false }: ListRowProps) {
  return (
    <li className={styles.row}>
      {leading}
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {note && <div className={styles.note}>{note}</div>}
        {children}
      </div>
      {trailing && <div className={styles.trailing}>{trailing}</div>}
      {chevron && <ChevronRight className={styles.chevron} aria-hidden="true" />}
    </li>
  )
}
