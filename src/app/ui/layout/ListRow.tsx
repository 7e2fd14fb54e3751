// One row of a List. A link or button in the title covers the whole row.

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
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
}

export function ListRow({ leading, title, note, children, trailing, chevron = false }: ListRowProps) {
  return (
    <li className={styles.row}>
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
