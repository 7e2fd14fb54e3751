// In place of a tab's content that is saved on this device and could not be read from it.
import { Trans } from '@lingui/react/macro'
import { useShow } from '../../show/ShowContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'

/** `onRetry` reads it again; maps and vendors, if it is left out. */
export function UnreadTab({ onRetry }: { onRetry?: () => void }) {
  const { store } = useShow()
  return (
    <div role="status">
      <EmptyState
        title={<Trans>This could not be read from the phone</Trans>}
        action={
          <Button onClick={onRetry ?? (() => store.wantField())}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        <Trans>It is saved. If this stays, close the browser and open the show again.</Trans>
      </EmptyState>
    </div>
  )
}
