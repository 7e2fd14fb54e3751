// Asks before something is done that others notice, does it, and says why it could not be done.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Input } from '../../contract/index.ts'
import { toFailureText } from '../text/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useIsOffline } from './useIsOffline.ts'
import { useSend, type WriteActionName } from './useSend.ts'

interface ConfirmSendProps<N extends WriteActionName> {
  action: N
  input: Input<N>
  title: ReactNode
  /** On the button that does it. */
  confirm: ReactNode
  /** With the error of the last attempt, if it failed: what the screen shows may be old. */
  onClose(error: unknown): void
  onDone(): unknown
  /** Why it cannot be done yet. */
  missing?: string | undefined
  /** Below the words. */
  below?: ReactNode
  children: ReactNode
}

export function ConfirmSend<N extends WriteActionName>({
  action,
  input,
  title,
  confirm,
  onClose,
  onDone,
  missing,
  below,
  children,
}: ConfirmSendProps<N>) {
  const { t, i18n } = useLingui()
  const isOffline = useIsOffline()
  const { send, busy, error } = useSend(action)
  const close = () => onClose(error)
  return (
    <Dialog
      open
      alert
      title={title}
      onClose={close}
      foot={
        <>
          <Button onClick={close}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="danger"
            busy={busy}
            disabledReason={isOffline ? t`This needs a connection.` : missing}
            onClick={() => void send(input).then((answer) => answer !== undefined && onDone())}
          >
            {confirm}
          </Button>
        </>
      }
    >
      <p>{children}</p>
      {below}
      {error !== undefined && (
        <Notice tone="bad" live="alert">
          {toFailureText(i18n, error)}
        </Notice>
      )}
    </Dialog>
  )
}
