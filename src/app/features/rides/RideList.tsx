// Rides as cards beside each other.
import type { ReactNode, Ref } from 'react'
import styles from './RideList.module.css'

export function RideList({ ref, children }: { ref?: Ref<HTMLDivElement>; children: ReactNode }) {
  return (
    <div ref={ref} className={styles.list}>
      {children}
    </div>
  )
}
