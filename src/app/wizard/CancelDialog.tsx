// Asks before what was filled in is thrown away.
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

interface CancelDialogProps {
  open: boolean
  onKeep(): void
  onCancel(): void
}

export function CancelDialog({ open, onKeep, onCancel }: CancelDialogProps) {
  return (
    <Dialog
      open={open}
      alert
      title={<Trans>Cancel this?</Trans>}
      onClose={onKeep}
      foot={
        <>
          <Button onClick={onKeep}>
            <Trans>Keep going</Trans>
          </Button>
          <Button variant="danger" onClick={onCancel}>
            <Trans>Clear and leave</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>What you filled in is cleared from this device.</Trans>
      </p>
    </Dialog>
  )
}
