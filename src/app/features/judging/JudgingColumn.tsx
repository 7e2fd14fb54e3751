// The column of a judging page: its title, then its panels.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './JudgingColumn.module.css'

export function JudgingColumn({ children }: { children: ReactNode }) {
  return (
    <div className={styles.column}>
      <h1>
        <Trans>Judging Form</Trans>
      </h1>
      {children}
    </div>
  )
}
