// Stands where a part of the app could not be loaded.
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

export function PartMissing({ onRetry }: { onRetry(): void }) {
  return (
    <div role="status">
      <EmptyState title={<Title />} action={<Retry onRetry={onRetry} />}>
        <Reason />
      </EmptyState>
    </div>
  )
}

export function ScreenMissing({ onRetry }: { onRetry(): void }) {
  return (
    <EmptyState level={1} title={<Title />} action={<Retry onRetry={onRetry} />}>
      <Reason />
    </EmptyState>
  )
}

/** For a sheet or a dialog that could not be loaded: it can be closed as the real one can. */
export function OverlayMissing({ part, onRetry }: { part: { onClose?(): void }; onRetry(): void }) {
  return (
    <Dialog
      open
      onClose={() => part.onClose?.()}
      dismissible
      title={<Title />}
      foot={<Retry onRetry={onRetry} />}
    >
      <p>
        <Reason />
      </p>
    </Dialog>
  )
}

function Title() {
  return <Trans>This part needs a connection once</Trans>
}

function Reason() {
  return <Trans>It is not on this device yet. Try again when there is a connection.</Trans>
}

function Retry({ onRetry }: { onRetry(): void }) {
  return (
    <Button onClick={onRetry}>
      <Trans>Try again</Trans>
    </Button>
  )
}
