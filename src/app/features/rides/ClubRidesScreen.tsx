// The rides of all members, the newest first.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { LoadMore } from '../../reading/LoadMore.tsx'
import { ReadFault } from '../../reading/ReadState.tsx'
import { usePagedRead } from '../../reading/usePagedRead.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RideCard } from './RideCard.tsx'
import { RideList } from './RideList.tsx'
import { RidesLoading } from './RidesLoading.tsx'
import { RideTabs } from './RideTabs.tsx'

const pageSize = 10

export function ClubRidesScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Rides`)
  const reading = usePagedRead('get_all_member_rides', { limit: pageSize }, ({ rides, nextCursor }) => ({
    items: rides,
    nextCursor,
  }))
  const { items } = reading
  const list = useRef<HTMLDivElement>(null)
  const awaited = useRef<number>(undefined)

  // the first of those that came, so that a reader with a keyboard goes on there
  useEffect(() => {
    const at = awaited.current
    if (at === undefined || items === undefined || items.length <= at) return
    awaited.current = undefined
    list.current?.querySelectorAll<HTMLElement>('[data-ride]')[at]?.focus({ preventScroll: true })
  }, [items])

  return (
    <RideTabs
      title={
        <h1>
          <Trans>Rides</Trans>
        </h1>
      }
    >
      <ReadFault reading={reading} />
      {reading.isLoading && <RidesLoading />}
      {items?.length === 0 && (
        <EmptyState
          title={<Trans>No club rides</Trans>}
          action={
            <Link to="/portal/member/rides/mine" className={buttonClass()}>
              <Trans>My Rides</Trans>
            </Link>
          }
        >
          <Trans>There are no club rides, go to My Rides to add your ride.</Trans>
        </EmptyState>
      )}
      {items !== undefined && items.length > 0 && (
        <RideList ref={list}>
          {items.map((ride) => (
            <RideCard key={ride.id} ride={ride} hasOwner />
          ))}
        </RideList>
      )}
      <LoadMore
        reading={reading}
        onPress={() => {
          awaited.current = items?.length ?? 0
        }}
      >
        <Trans>Load More</Trans>
      </LoadMore>
    </RideTabs>
  )
}
