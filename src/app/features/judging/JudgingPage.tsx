// A page of judging below the club's header. The form and the car list have their own headers.
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
