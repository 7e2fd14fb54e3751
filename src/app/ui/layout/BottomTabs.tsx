// The parts of one screen: links at the bottom edge of a phone, and below the title where there is room.

import { type ReactNode, useRef } from 'react'
import { useCoveredHeight } from '../useCoveredHeight.ts'
import styles from './BottomTabs.module.css'

export interface BottomTabsProps {
  label: string
  /** The screen's title. */
  title: ReactNode
  /** Links, each with an icon and its words. The router's links set `aria-current`. */
  tabs: ReactNode
  children: ReactNode
}

export function BottomTabs({ label, title, tabs, children }: BottomTabsProps) {
  const bar = useRef<HTMLElement>(null)
  useCoveredHeight('--bottom-clear', bar)
  return (
    <div className={styles.frame}>
      {title}
      <nav ref={bar} className={styles.bar} aria-label={label} data-bottom-bar="">
        {tabs}
      </nav>
      <div className={styles.content}>{children}</div>
    </div>
  )
}
