// The header of a screen outside the portal: one line on the club's colour, with the coachline at the bottom.
import type { ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { Coachline } from './Coachline.tsx'
import styles from './ScreenHeader.module.css'

export interface ScreenHeaderProps {
  /** The line begins with a back button, whose target reaches the edge. */
  hasBack?: boolean
  children: ReactNode
}

export function ScreenHeader({ hasBack = false, children }: ScreenHeaderProps) {
  return (
    <header className={styles.header} data-on-club="">
      <div className={classNames(styles.line, hasBack && styles.withBack)}>{children}</div>
      <Coachline />
    </header>
  )
}
