// What an order's link has shown on this phone before, while the club cannot be asked.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import type { SavedPasses } from '../../offline/passes/passes.ts'
import { useSession } from '../session/SessionContext.tsx'
import { toZonedMoment } from '../show/showTime.ts'
import { ClubContact } from '../text/ClubContact.tsx'
import { useLanguage } from '../text/useLanguage.ts'
import { Notice } from '../ui/Notice.tsx'
import { PassEvent } from './PassEvent.tsx'
import { PassList } from './PassList.tsx'
import { findReader, passes } from './passStore.ts'

export interface SavedOrderProps {
  orderKey: string
  /** Shown where this phone has nothing of the order. */
  children: ReactNode
}

export function SavedOrder({ orderKey, children }: SavedOrderProps) {
  const session = useSession()
  const language = useLanguage()
  const [kept, setKept] = useState<SavedPasses>()
  useEffect(() => {
    const reader = findReader(session)
    const following = passes.follow(
      reader,
      (read) => setKept(read.saved.find((one) => one.orderKey === orderKey)),
      () => setKept(undefined), // a browser that saves nothing has none
    )
    return () => following.unsubscribe()
  }, [session, orderKey])
  if (kept === undefined) return children
  const { event } = kept
  const saved = toZonedMoment(kept.savedAt, session.now(), event.timeZone, language)
  return (
    <>
      <Notice tone="info" live="status">
        <Trans>No connection. This is what was saved at {saved}.</Trans>
      </Notice>
      <section className="stack" aria-labelledby="saved-order">
        <PassEvent event={event} id="saved-order" />
        <PassList passes={kept.passes} timeZone={event.timeZone} level={3} />
        <ClubContact />
      </section>
    </>
  )
}
