// A page of judging beneath the club's own header; the form and the list of cars bring theirs.
import type { ReactNode } from 'react'
import { OutboxButton } from '../outbox/OutboxButton.tsx'
import { ViewerHeader } from '../viewer/ViewerHeader.tsx'
import styles from './JudgingPage.module.css'

export function JudgingPage({ eventName, children }: { eventName: string | undefined; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <ViewerHeader eventName={eventName}>
        <OutboxButton compact />
      </ViewerHeader>
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
