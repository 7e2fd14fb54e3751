// The main content, with a narrow column beside it on a desktop, such as an order's figures.
import type { ReactNode } from 'react'
import styles from './WithAside.module.css'

export interface WithAsideProps {
  aside: ReactNode
  children: ReactNode
}

export function WithAside({ aside, children }: WithAsideProps) {
  return (
    <div className={styles.columns}>
      {children}
      {aside}
    </div>
  )
}
