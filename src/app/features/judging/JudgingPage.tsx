// A page of judging beneath the club's own header; the form and the list of cars bring theirs.
import type { ReactNode } from 'react'
import { OutboxButton } from '../../outbox/OutboxButton.tsx'
import { ViewerHeader } from '../../show/ShowHeader.tsx'
import { Page } from '../../ui/layout/Page.tsx'

export function JudgingPage({ eventName, children }: { eventName: string | undefined; children: ReactNode }) {
  return (
    <Page
      header={
        <ViewerHeader eventName={eventName}>
          <OutboxButton compact />
        </ViewerHeader>
      }
    >
      {children}
    </Page>
  )
}
