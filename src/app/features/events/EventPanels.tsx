// Panels of events, one below the other.
import type { ReactNode } from 'react'
import styles from './EventPanels.module.css'

export function EventPanels({ children }: { children: ReactNode }) {
  return <div className={styles.panels}>{children}</div>
}
