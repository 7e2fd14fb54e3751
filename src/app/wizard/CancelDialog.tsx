// Asks before the form's values are thrown away.
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useWizard } from './wizardContext.ts'

interface CancelDialogProps {
  open: boolean
  onContinue(): void
  onCancel(): void
}

export function CancelDialog({ open, onContinue, onCancel }: CancelDialogProps) {
  const { money } = useWizard()
  return (
    <Dialog
      open={open}
      alert
      title={<Trans>Cancel this?</Trans>}
      onClose={onContinue}
      foot={
        <>
          <Button onClick={onContinue}>
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
      {money === 'unknown' && (
        <p>
          <Trans>
            We do not know yet whether your payment went through. If it did, the club has your order, and an
            e-mail tells you.
          </Trans>
        </p>
      )}
    </Dialog>
  )
}
