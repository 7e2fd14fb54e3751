// The form of one of the member's rides.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useSend } from '../../call/useSend.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { RideForm } from './RideForm.tsx'
import { RidesLoading } from './RidesLoading.tsx'
import type { Ride } from './rideTexts.ts'

export function EditRideScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Edit your ride`)
  const { rideId } = useParams({ from: '/_shell/portal/member/rides/mine/$rideId' })
  const reading = useRead('get_member_rides', {})
  const found = reading.data?.rides.find(({ id }) => String(id) === rideId)
  // what is typed stays, also when another device deletes the ride meanwhile
  const [opened, setOpened] = useState(found)
  if (opened === undefined && found !== undefined) setOpened(found)
  const ride = opened ?? found
  return (
    <div className="stack">
      <h1>
        <Trans>Edit your ride</Trans>
      </h1>
      <ReadFault reading={reading} />
      {reading.isLoading && <RidesLoading />}
      {ride !== undefined && <OwnRide key={ride.id} ride={ride} />}
      {reading.data !== undefined && ride === undefined && (
        <EmptyState
          title={<Trans>This ride is not there any more.</Trans>}
          action={
            <Link to="/portal/member/rides/mine" className={buttonClass()}>
              <Trans>My Rides</Trans>
            </Link>
          }
        />
      )}
    </div>
  )
}

function OwnRide({ ride }: { ride: Ride }) {
  const { send, busy, error } = useSend('update_member_ride')
  const { id, year, make, model, engine, trim, description, images } = ride
  return (
    <RideForm
      id={id}
      before={{
        texts: { year, make, model, engine, trim, description },
        pictures: images.map(({ id: key, imageData }) => ({ key, imageData })),
      }}
      send={(changed, key) => send({ ...changed, id }, key)}
      busy={busy}
      error={error}
    />
  )
}
