// The password of a known account, and whether the sign-in outlives the tab.
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { mostPasswordLength } from '../../domain/members/password.ts'
import { toPlainLine } from '../../domain/shapes/plainText.ts'
import { lastingStorage, toClubStorageName } from '../session/deviceStorage.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { CheckboxRow } from '../ui/form/CheckboxRow.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasswordInput } from '../ui/form/PasswordInput.tsx'
import { KnownEmail } from './KnownEmail.tsx'
import type { SigninWork } from './useSigninWork.ts'

export interface PasswordStepProps {
  email: string
  password: string
  onType(password: string): void
  work: SigninWork
  onStartOver(): void
  onForgot(): void
  hasFocus: boolean
}

export function PasswordStep(props: PasswordStepProps) {
  const { email, password, onType, work, onStartOver, onForgot, hasFocus } = props
  const session = useSession()
  // the choice is saved in the browser
  const lastingKey = toClubStorageName(session.slug, 'keepLoggedIn')
  const [isLasting, setIsLasting] = useState(() => lastingStorage.find(lastingKey) === 'true')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])

  function logIn(event: FormEvent): void {
    event.preventDefault()
    if (password === '') return
    void work.run(() => session.signIn(toPlainLine(email), password, isLasting))
  }

  return (
    <form className="stack" onSubmit={logIn} noValidate>
      <KnownEmail email={email} onChange={onStartOver} />
      <Field label={<Trans>Password</Trans>} error={work.error} announced required>
        <PasswordInput
          ref={input}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          maxLength={mostPasswordLength}
          value={password}
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
      {work.isStopped && (
        <p>
          <Trans>
            Somebody has tried wrong passwords. A temporary password that is mailed to you works now all the
            same.
          </Trans>
        </p>
      )}
      <CheckboxRow
        label={<Trans>Keep Me Logged In</Trans>}
        checked={isLasting}
        onChange={(event) => {
          setIsLasting(event.target.checked)
          lastingStorage.save(lastingKey, String(event.target.checked))
        }}
      />
      <Button submit variant="primary" full busy={work.isBusy} busyLabel={<Trans>Logging in…</Trans>}>
        <Trans>Login</Trans>
      </Button>
      <Button variant="quiet" full onClick={onForgot}>
        <Trans>Forgot password</Trans>
      </Button>
    </form>
  )
}
