// Asks before a screen is left whose changes are not saved.
import { Trans } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useUnsaved } from '../useUnsaved.ts'

interface LeaveDialogProps {
  isUnsaved: boolean
  /** The person leaves, and gives up what is not saved. */
  onLeave?(): void
}

export function LeaveDialog({ isUnsaved, onLeave }: LeaveDialogProps) {
  useUnsaved(isUnsaved)
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && toAddress(current) !== toAddress(next),
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  })
  // saved while the question was open
  useEffect(() => {
    if (!isUnsaved) proceed?.()
  }, [isUnsaved, proceed])
  return (
    <Dialog
      open={status === 'blocked'}
      alert
      title={<Trans>Leave without saving?</Trans>}
      onClose={() => reset?.()}
      foot={
        <>
          <Button onClick={() => reset?.()}>
            <Trans>Stay here</Trans>
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onLeave?.()
              proceed?.()
            }}
          >
            <Trans>Leave</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>What you changed here is not saved yet.</Trans>
      </p>
    </Dialog>
  )
}

/** An editor may have an address of its own by its search parameters alone. */
function toAddress({ pathname, search }: { pathname: string; search: object }): string {
  return `${pathname} ${JSON.stringify(search)}`
}
