// The member's own rides: adding, editing and deleting them, also from what they registered for shows.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { mostRides, toVehicleKey } from '../../../domain/shapes/ride.ts'
import { ReadFault } from '../../reading/ReadState.tsx'
import { useRead } from '../../reading/useRead.ts'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { DeleteRide } from './DeleteRide.tsx'
import styles from './MyRides.module.css'
import { RideCard } from './RideCard.tsx'
import { RideList } from './RideList.tsx'
import { RidesLoading } from './RidesLoading.tsx'
import { RideTabs } from './RideTabs.tsx'
import { nameRide, type Ride } from './rideTexts.ts'

export function MyRidesScreen() {
  const { t } = useLingui()
  useScreenTitle(t`My Rides`)
  const reading = useRead('get_member_rides', {})
  const [deleting, setDeleting] = useState<Ride>()
  const [deleted, setDeleted] = useState<readonly number[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  // when the dialog is gone, and with it the button that had the focus
  useEffect(() => {
    if (deleted.length > 0) heading.current?.focus()
  }, [deleted])
  const rides = reading.data?.rides.filter(({ id }) => !deleted.includes(id))
  const isFull = rides !== undefined && rides.length >= mostRides
  return (
    <RideTabs
      title={
        <h1 ref={heading} tabIndex={-1}>
          <Trans>My Rides</Trans>
        </h1>
      }
    >
      <ReadFault reading={reading} />
      {reading.isLoading && <RidesLoading />}
      {rides?.length === 0 && (
        <EmptyState title={<Trans>No rides yet</Trans>} action={<AddRide isFull={false} />}>
          <Trans>Click the Add a ride button to add your ride.</Trans>
        </EmptyState>
      )}
      {rides !== undefined && rides.length > 0 && (
        <div className={styles.add}>
          <AddRide isFull={isFull} />
        </div>
      )}
      {rides !== undefined && rides.length > 0 && (
        <RideList>
          {rides.map((ride) => {
            const name = nameRide(ride)
            return (
              <RideCard
                key={ride.id}
                ride={ride}
                actions={
                  <>
                    <Link
                      to="/portal/member/rides/mine/$rideId"
                      params={{ rideId: String(ride.id) }}
                      className={buttonClass({ size: 'row' })}
                      aria-label={t`Edit ${name}`}
                    >
                      <Pencil aria-hidden="true" />
                      <Trans>Edit</Trans>
                    </Link>
                    <Button
                      size="row"
                      icon={<Trash2 aria-hidden="true" />}
                      aria-label={t`Delete ${name}`}
                      onClick={() => setDeleting(ride)}
                    >
                      <Trans>Delete</Trans>
                    </Button>
                  </>
                }
              />
            )
          })}
        </RideList>
      )}
      {rides !== undefined && !isFull && <FromRegistrations rides={rides} />}
      {deleting !== undefined && (
        <DeleteRide
          ride={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={(id) => {
            setDeleting(undefined)
            setDeleted([...deleted, id])
          }}
        />
      )}
    </RideTabs>
  )
}

function AddRide({ isFull }: { isFull: boolean }) {
  const { t } = useLingui()
  return isFull ? (
    <Button disabledReason={t`You have ${mostRides} rides already. Delete one first.`}>
      <Trans>Add a ride</Trans>
    </Button>
  ) : (
    <Link to="/portal/member/rides/mine/new" className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden="true" />
      <Trans>Add a ride</Trans>
    </Link>
  )
}

/** The vehicles of the member's registrations that are no ride yet. Nothing without any. */
function FromRegistrations({ rides }: { rides: readonly Ride[] }) {
  const { data } = useRead('get_my_vehicles', {})
  const known = rides.map(toVehicleKey)
  const vehicles = data?.vehicles.filter((vehicle) => !known.includes(toVehicleKey(vehicle))) ?? []
  if (vehicles.length === 0) return null
  return (
    <Panel title={<Trans>Add from your registrations</Trans>}>
      <ul className={styles.vehicles}>
        {vehicles.map((vehicle) => (
          <li key={toVehicleKey(vehicle)}>
            <Link
              to="/portal/member/rides/mine/new"
              search={{ vehicle: toVehicleKey(vehicle) }}
              className={buttonClass({ size: 'row' })}
            >
              <Plus aria-hidden="true" />
              <span className={styles.vehicle}>{nameRide({ ...vehicle, trim: '', engine: '' })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
