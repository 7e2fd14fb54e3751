// Asks for the present password, because the sign-in is too old for what is wanted.
import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useState } from 'react'
import { mostPasswordLength } from '../../domain/members/password.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasswordInput } from '../ui/form/PasswordInput.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { useSigninWork } from './useSigninWork.ts'

export interface ConfirmDialogProps {
  /** What it is needed for. */
  title: ReactNode
  email: string
  onClose(): void
  onConfirmed(): void
}

export function ConfirmDialog({ title, email, onClose, onConfirmed }: ConfirmDialogProps) {
  const session = useSession()
  const work = useSigninWork()
  const [password, setPassword] = useState('')

  function confirm(event: FormEvent): void {
    event.preventDefault()
    if (password === '') return
    void work.run(async () => {
      await session.signInAgain(email, password)
      onConfirmed()
    })
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <form className="stack" onSubmit={confirm} noValidate>
        <p>
          <Trans>You signed in a while ago. Type the password that you have now.</Trans>
        </p>
        <Field label={<Trans>Present password</Trans>} error={work.error} announced required>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            enterKeyHint="go"
            maxLength={mostPasswordLength}
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              work.forgetError()
            }}
          />
        </Field>
        <Button
          submit
          variant="primary"
          full
          disabled={password === ''}
          busy={work.isBusy}
          busyLabel={<Trans>Logging in…</Trans>}
        >
          <Trans>Continue</Trans>
        </Button>
      </form>
    </Dialog>
  )
}
