// The foot of a form that is saved on the server: what went wrong, and Save.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../ui/Button.tsx'
import { ActionBar } from '../ui/layout/ActionBar.tsx'
import { useIsOffline } from './useIsOffline.ts'

interface SaveBarProps {
  busy: boolean
  /** Above the buttons. */
  note?: ReactNode
  /** Buttons before Save. */
  children?: ReactNode
}

export function SaveBar({ busy, note, children = null }: SaveBarProps) {
  const { t } = useLingui()
  const isOffline = useIsOffline()
  return (
    <ActionBar
      note={note}
      main={
        <Button
          submit
          variant="primary"
          full
          busy={busy}
          busyLabel={<Trans>Saving…</Trans>}
          disabledReason={isOffline ? t`Saving needs a connection. What you typed stays here.` : undefined}
        >
          <Trans>Save</Trans>
        </Button>
      }
    >
      {children}
    </ActionBar>
  )
}
