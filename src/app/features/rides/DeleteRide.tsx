// Asks before a ride is deleted, and deletes it.
import { Trans, useLingui } from '@lingui/react/macro'
import { ConfirmSend } from '../../call/ConfirmSend.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { nameRide, type Ride } from './rideTexts.ts'
import { useRereadRides } from './useRereadRides.ts'

interface DeleteRideProps {
  ride: Ride
  onClose(): void
  onDeleted(id: number): void
}

export function DeleteRide({ ride, onClose, onDeleted }: DeleteRideProps) {
  const { t } = useLingui()
  const toast = useToast()
  const reread = useRereadRides()
  const name = nameRide(ride)
  return (
    <ConfirmSend
      action="delete_member_ride"
      input={{ id: ride.id }}
      title={<Trans>Delete this ride?</Trans>}
      confirm={<Trans>Delete</Trans>}
      onClose={(error) => {
        // it may be gone already, deleted on another device
        if (error !== undefined) reread()
        onClose()
      }}
      onDone={() => {
        toast({ text: t`The ride was deleted.` })
        reread({ id: ride.id, texts: null })
        onDeleted(ride.id)
      }}
    >
      <Trans>{name} and its pictures are no longer shown to the club.</Trans>
    </ConfirmSend>
  )
}
