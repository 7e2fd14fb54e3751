// Offers the new version of the app that waits, and takes it only when a person says so.
import { Trans } from '@lingui/react/macro'
import { RefreshCw } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Strip } from '../../ui/layout/Strip.tsx'
import { readUpdate, subscribeToUpdate, takeUpdate } from '../../worker.ts'

export function UpdateStrip() {
  const { available, blocked } = useSyncExternalStore(subscribeToUpdate, readUpdate)
  if (!available) return null
  return (
    <Strip
      icon={<RefreshCw aria-hidden="true" />}
      action={
        <Button size="row" onClick={() => void takeUpdate()}>
          <Trans>Update now</Trans>
        </Button>
      }
    >
      {blocked ? (
        <Trans>New version. Finish what is open in this or another tab first.</Trans>
      ) : (
        <Trans>New version</Trans>
      )}
    </Strip>
  )
}
