// What stands above and below the criteria of a sheet, away from the screen's edge, and the buttons in it.
import type { ReactNode } from 'react'
import styles from './Padded.module.css'

export function Padded({ children }: { children?: ReactNode }) {
  return <div className={styles.padded}>{children}</div>
}

/** Side by side, or below each other where the screen is narrow. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>
}
