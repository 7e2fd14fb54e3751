// Facts with their labels above them: `dt` and `dd`, in pairs.
import type { ReactNode } from 'react'
import styles from './FactList.module.css'

export function FactList({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>
}
