// The way on after the server has refused what this page still believes to be on sale.
import { useEffect, useRef } from 'react'
import { useRead } from '../../../reading/useRead.ts'
import { useWizard } from '../../../wizard/wizardContext.ts'
import { ToEvents } from '../ToEvents.tsx'

/** Loads the event again. As soon as it says what has ended, the form does too. */
export function SaleOver({ eventId, error }: { eventId: number; error: unknown }) {
  const { mend } = useWizard()
  const { data, refetch } = useRead('get_event', { event: String(eventId) })
  const reload = useRef(refetch)
  const before = useRef(data)
  useEffect(() => reload.current(), [])
  useEffect(() => {
    if (data !== before.current) mend(error)
  }, [data, mend, error])
  return <ToEvents />
}
