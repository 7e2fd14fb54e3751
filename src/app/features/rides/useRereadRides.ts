// After a ride was written: both lists show it at once, and are read again with the member's pictures.
import { useQueryClient } from '@tanstack/react-query'
import type { Accepted } from '../../../contract/caller.ts'
import type { RideTexts } from '../../../domain/shapes/ride.ts'
import { useChangeKept } from '../../reading/useKeptRead.ts'
import { pagesName } from '../../reading/usePagedRead.ts'
import type { Ride } from './rideTexts.ts'

/** What is known of the written ride before it is read again; `texts` is null for one that is gone. */
export interface WrittenRide {
  readonly id: number
  readonly texts: RideTexts | null
}

export function useRereadRides(): (written?: WrittenRide) => void {
  const client = useQueryClient()
  const changeKept = useChangeKept()
  return (written) => {
    if (written !== undefined) {
      // a phone may lose the network before they are read again
      const change = (rides: readonly Ride[]) =>
        rides.flatMap((ride) =>
          ride.id !== written.id ? [ride] : written.texts === null ? [] : [{ ...ride, ...written.texts }],
        )
      changeKept<Accepted<'get_member_rides'>>('get_member_rides', (own) => ({
        ...own,
        rides: change(own.rides),
      }))
      changeKept<readonly Accepted<'get_all_member_rides'>[]>(pagesName('get_all_member_rides'), (pages) =>
        pages.map((page) => ({ ...page, rides: change(page.rides) })),
      )
    }
    for (const name of ['get_member_rides', pagesName('get_all_member_rides'), 'get_member_media']) {
      void client.invalidateQueries({ queryKey: [name], refetchType: 'all' })
    }
  }
}
