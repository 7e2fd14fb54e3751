// What is left of an event's spaces and tickets while others buy: live, and never stored.
import { useEffect, useRef } from 'react'
import type { Accepted } from '../../../../contract/caller.ts'
import { useRead } from '../../../call/useRead.ts'
import { pollEveryMs } from './pollEvery.ts'

export type Availability = Omit<Accepted<'get_event_availability'>, 'success'>

export interface AvailabilityReading {
  /** Undefined before the first answer. Then what the event itself says counts. */
  availability: Availability | undefined
  /** Why there is no newer answer. */
  error: unknown
  refetch(): void
}

/** Asks again while the page is visible, and at once when it comes back. */
export function useAvailability(eventId: number, isWanted = true): AvailabilityReading {
  const reading = useRead('get_event_availability', { eventId }, { enabled: isWanted, saved: false })
  const refetch = useRef(reading.refetch)
  refetch.current = reading.refetch
  useEffect(() => {
    if (!isWanted) return
    const ask = () => {
      if (document.visibilityState === 'visible') refetch.current()
    }
    const timer = window.setInterval(ask, pollEveryMs)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('online', ask)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('online', ask)
    }
  }, [isWanted])
  return { availability: reading.data, error: reading.error, refetch: reading.refetch }
}
