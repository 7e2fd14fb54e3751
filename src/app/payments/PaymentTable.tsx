// A table whose rows become cards on a phone. Cells with `data-cell` are set apart: lead, figure and last.
import type { ReactNode } from 'react'
import styles from './PaymentTable.module.css'

export function PaymentTable({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: its rows are drawn as cards on a phone, which takes the role away
    <table className={styles.table} role="table">
      {children}
    </table>
  )
}
