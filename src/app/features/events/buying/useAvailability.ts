// What is left of an event's spaces and tickets while others buy: live, and never stored.
import { useRef } from 'react'
import type { Accepted } from '../../../../contract/caller.ts'
import { useRead } from '../../../reading/useRead.ts'
import { useWhileLookedAt } from '../../../reading/useWhileLookedAt.ts'
import type { StartedOrder } from '../../../wizard/draft/draftStore.ts'
import { pollEveryMs } from './pollEvery.ts'

export type Availability = Omit<Accepted<'get_event_availability'>, 'success'>

export interface AvailabilityReading {
  /**
   * Undefined before the first answer. Then what the event itself says counts. An answer that says the same is
   * the same object, and so are its parts.
   */
  availability: Availability | undefined
  /** Why there is no newer answer. */
  error: unknown
  refetch(): void
}

/**
 * Asks again while the page is visible, and at once when it comes back. What the buyer's
 * own order has, and the one that it replaces, counts as left.
 */
export function useAvailability(
  eventId: number,
  isWanted = true,
  own?: Pick<StartedOrder, 'key' | 'replaces'>,
): AvailabilityReading {
  const reading = useRead(
    'get_event_availability',
    {
      eventId,
      ...(own === undefined ? {} : { orderKey: own.key }),
      ...(own?.replaces === undefined ? {} : { replacedKey: own.replaces.key }),
    },
    { enabled: isWanted, saved: false, quiet: true },
  )
  useWhileLookedAt(reading.refetch, { isWanted, everyMs: pollEveryMs })
  const last = useRef(reading.data)
  last.current = reading.data ?? last.current
  return { availability: last.current, error: reading.error, refetch: reading.refetch }
}
