// A new ride: empty, or with what the member registered for a show.
import { Trans, useLingui } from '@lingui/react/macro'
import { useSearch } from '@tanstack/react-router'
import { emptyRide, type RideTexts, toVehicleKey } from '../../../domain/shapes/ride.ts'
import { useSend } from '../../call/useSend.ts'
import { useRead } from '../../reading/useRead.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { RideForm } from './RideForm.tsx'
import { RidesLoading } from './RidesLoading.tsx'
import type { EnteredVehicle } from './rideTexts.ts'

export function AddRideScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Add a ride`)
  const { vehicle: key } = useSearch({ from: '/_shell/portal/member/rides/mine/new' })
  const { data, isLoading } = useRead('get_my_vehicles', {}, { enabled: key !== undefined })
  const { send, busy, error } = useSend('create_member_ride')
  const vehicle = data?.vehicles.find((one) => toVehicleKey(one) === key)
  return (
    <div className="stack">
      <h1>
        <Trans>Add a ride</Trans>
      </h1>
      {isLoading ? (
        <RidesLoading />
      ) : (
        <RideForm
          key={key ?? ''}
          before={{ texts: vehicle === undefined ? emptyRide : toTexts(vehicle), pictures: [] }}
          send={send}
          busy={busy}
          error={error}
        />
      )}
    </div>
  )
}

function toTexts({ year, make, model, trim, engine }: EnteredVehicle): RideTexts {
  return { ...emptyRide, year, make, model, trim, engine }
}
