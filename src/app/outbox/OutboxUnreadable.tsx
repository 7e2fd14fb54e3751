// In place of a screen that would say what is saved on this phone, while its storage does not answer.
import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { openOutbox } from '../call/outboxStore.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** Nothing unless the storage could not be read. */
export function OutboxUnreadable() {
  const store = openOutbox(useSession())
  const { entries, isUnreadable } = useSyncExternalStore(store.subscribe, store.getState)
  if (entries !== undefined || !isUnreadable) return null
  return (
    <Notice
      tone="warn"
      live="alert"
      title={<Trans>What is saved on this phone cannot be read at the moment</Trans>}
      action={
        <Button onClick={store.readAgain}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          Nothing is lost, and it is tried again by itself. If this stays, close the browser and open it
          again.
        </Trans>
      </p>
    </Notice>
  )
}
