// A whole page outside the portal: its own header, and its content below.
import type { ReactNode } from 'react'
import styles from './Page.module.css'

export interface PageProps {
  header: ReactNode
  /** Larger letters and the strongest contrast, for bright sun. */
  strong?: boolean
  children: ReactNode
}

export function Page({ header, strong = false, children }: PageProps) {
  return (
    <div className={styles.frame} {...(strong ? { 'data-strong': '' } : {})}>
      {header}
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
