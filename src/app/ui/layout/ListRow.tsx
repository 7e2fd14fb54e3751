// One row of a List. A link or button in the title covers the whole row.

import { ChevronRight } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { CoverTitle } from './CoverTitle.tsx'
import styles from './ListRow.module.css'

export interface ListRowProps {
  /** A roundel, avatar, swatch or icon. */
  leading?: ReactNode
  title: ReactNode
  note?: ReactNode
  /** A state chip or a reason, shown under title and note. */
  children?: ReactNode
  /** Buttons of its own, above the row's link. */
  trailing?: ReactNode
  /** Set it if the row links to another screen. */
  chevron?: boolean | undefined
  /** Somebody was led to this row. */
  chosen?: boolean | undefined
  /** Of the row's element, in a list that draws only a part of its rows. */
  row?: (Omit<ComponentProps<'li'>, 'className'> & { 'data-index'?: number }) | undefined
}

export function ListRow({
  leading,
  title,
  note,
  children,
  trailing,
  chevron = false,
  chosen = false,
  row,
}: ListRowProps) {
  return (
    <li {...row} className={classNames(styles.row, chosen && styles.chosen)}>
      {leading}
      <div className={styles.words}>
        <CoverTitle as="div" className={styles.title}>
          {title}
        </CoverTitle>
        {note && <div className="small muted">{note}</div>}
        {children}
      </div>
      {trailing && <div className={styles.trailing}>{trailing}</div>}
      {chevron && <ChevronRight className={styles.chevron} aria-hidden="true" />}
    </li>
  )
}
