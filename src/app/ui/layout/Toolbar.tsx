// Search, filters and choices above the list they filter: one column on phones, two elsewhere.
import { type ReactNode, useRef } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Toolbar.module.css'
import { useLooseWhenTall } from './useLooseWhenTall.ts'

export interface ToolbarProps {
  /** Stays in sight while the content below scrolls. */
  sticky?: boolean
  /** Two columns of equal width. Otherwise the first has the width of a search field. */
  even?: boolean
  children: ReactNode
}

export function Toolbar({ sticky = false, even = false, children }: ToolbarProps) {
  const tools = useRef<HTMLDivElement>(null)
  useLooseWhenTall(tools)
  return (
    <div ref={tools} className={classNames(styles.tools, sticky && styles.sticky, even && styles.even)}>
      {children}
    </div>
  )
}
