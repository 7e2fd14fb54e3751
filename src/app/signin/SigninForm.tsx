// Signing in: first the e-mail address, then the password.
import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { lastingStorage, toClubStorageName } from '../session/deviceStorage.ts'
import { useSession } from '../session/SessionContext.tsx'
import { toFailureText } from '../text/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { CheckboxRow } from '../ui/form/CheckboxRow.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasswordInput } from '../ui/form/PasswordInput.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useUnsaved } from '../useUnsaved.ts'
import styles from './SigninForm.module.css'

type Step = 'email' | 'password' | 'no-password'

export interface SigninFormProps {
  /** Known already where somebody signs in again. */
  email?: string | undefined
}

/** Whoever shows it sees the session change once somebody has signed in. */
export function SigninForm({ email: givenEmail = '' }: SigninFormProps) {
  const session = useSession()
  // the choice is kept in the browser
  const keepKey = toClubStorageName(session.slug, 'keepLoggedIn')
  const { t, i18n } = useLingui()
  const [step, setStep] = useState<Step>(givenEmail === '' ? 'email' : 'password')
  const [email, setEmail] = useState(givenEmail)
  const [password, setPassword] = useState('')
  const [keeps, setKeeps] = useState(() => lastingStorage.find(keepKey) === 'true')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [asksForMail, setAsksForMail] = useState(false)
  useUnsaved(email !== givenEmail || password !== '')
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const isFirstStep = useRef(true)

  useEffect(() => {
    if (isFirstStep.current) isFirstStep.current = false
    else if (step === 'password') passwordInput.current?.focus()
    else if (step === 'email') emailInput.current?.focus()
  }, [step])

  async function run(work: () => Promise<void>): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setError(undefined)
    try {
      await work()
    } catch (failure) {
      setError(toFailureText(i18n, failure))
    } finally {
      setIsBusy(false)
    }
  }

  function lookUp(event: SyntheticEvent): void {
    event.preventDefault()
    const username = email.trim()
    if (username === '') return
    void run(async () => {
      const { hasPassword } = await session.caller.call('lookup_member', { username, purpose: 'signin' })
      setStep(hasPassword ? 'password' : 'no-password')
    })
  }

  function logIn(event: SyntheticEvent): void {
    event.preventDefault()
    if (password === '') return
    void run(async () => {
      await session.signIn(email.trim(), password, keeps)
    })
  }

  function startOver(): void {
    setPassword('')
    setError(undefined)
    setAsksForMail(false)
    setStep('email')
  }

  if (step === 'email') {
    return (
      <form className="stack" onSubmit={lookUp} noValidate>
        <Field label={<Trans>E-mail</Trans>} error={error} announced required>
          <TextInput
            ref={emailInput}
            type="email"
            name="username"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            maxLength={128}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setError(undefined)
            }}
          />
        </Field>
        <Button
          submit
          variant="primary"
          full
          disabled={email.trim() === ''}
          busy={isBusy}
          busyLabel={<Trans>Looking up…</Trans>}
        >
          <Trans>Next</Trans>
        </Button>
      </form>
    )
  }

  if (step === 'no-password') {
    return (
      <div className="stack">
        <Notice tone="info" live="status" title={<Trans>This account has no password yet</Trans>}>
          <p>
            <Trans>
              To set one, the club has to send a code to {email}. This portal cannot send mail yet, so setting
              a password is not open. Ask your club for help.
            </Trans>
          </p>
        </Notice>
        <Button full onClick={startOver}>
          <Trans>Use another e-mail address</Trans>
        </Button>
      </div>
    )
  }

  return (
    <form className="stack" onSubmit={logIn} noValidate>
      <div className={styles.known}>
        <Field label={<Trans>E-mail</Trans>}>
          <TextInput type="email" name="username" autoComplete="username" value={email} readOnly />
        </Field>
        <button type="button" className={styles.change} onClick={startOver}>
          <Trans>Use another e-mail address</Trans>
        </button>
      </div>
      <Field label={<Trans>Password</Trans>} error={error} announced required>
        <PasswordInput
          ref={passwordInput}
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          maxLength={256}
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            setError(undefined)
          }}
        />
      </Field>
      <CheckboxRow
        label={<Trans>Keep Me Logged In</Trans>}
        checked={keeps}
        onChange={(event) => {
          setKeeps(event.target.checked)
          lastingStorage.keep(keepKey, String(event.target.checked))
        }}
      />
      <Button submit variant="primary" full busy={isBusy} busyLabel={<Trans>Logging in…</Trans>}>
        <Trans>Login</Trans>
      </Button>
      <Button variant="quiet" full aria-expanded={asksForMail} onClick={() => setAsksForMail(true)}>
        <Trans>Forgot password</Trans>
      </Button>
      {asksForMail && (
        <Notice tone="info" live="status" title={t`No temporary passwords yet`}>
          <p>
            <Trans>
              A temporary password would go to {email} by mail. This portal cannot send mail yet. Ask your
              club for help.
            </Trans>
          </p>
        </Notice>
      )}
    </form>
  )
}
