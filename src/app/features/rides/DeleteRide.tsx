// Asks before a ride is deleted, and deletes it.
import { Trans, useLingui } from '@lingui/react/macro'
import { useIsOffline } from '../../call/useIsOffline.ts'
import { useSend } from '../../call/useSend.ts'
import { toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import { useToast } from '../../ui/overlay/toastContext.ts'
import { nameRide, type Ride } from './rideTexts.ts'
import { useRereadRides } from './useRereadRides.ts'

interface DeleteRideProps {
  /** Undefined while nothing is asked. */
  ride: Ride | undefined
  onClose(): void
  onDeleted(id: number): void
}

export function DeleteRide({ ride, onClose, onDeleted }: DeleteRideProps) {
  const { t, i18n } = useLingui()
  const toast = useToast()
  const isOffline = useIsOffline()
  const reread = useRereadRides()
  const { send, busy, error, forgetError } = useSend('delete_member_ride')
  const name = ride === undefined ? '' : nameRide(ride)
  const close = () => {
    // it may be gone already, deleted on another device
    if (error !== undefined) reread()
    forgetError()
    onClose()
  }
  const remove = async () => {
    if (ride === undefined) return
    const answer = await send({ id: ride.id })
    if (answer === undefined) return
    toast({ text: t`The ride was deleted.` })
    reread()
    onDeleted(ride.id)
  }
  return (
    <Dialog
      open={ride !== undefined}
      alert
      title={<Trans>Delete this ride?</Trans>}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="danger"
            busy={busy}
            disabledReason={isOffline ? t`Deleting needs a connection.` : undefined}
            onClick={() => void remove()}
          >
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>{name} and its pictures are no longer shown to the club.</Trans>
      </p>
      {error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
    </Dialog>
  )
}
