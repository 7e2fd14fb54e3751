// Signing in: first the e-mail address, then the password.
import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { toPlainLine } from '../../domain/shapes/plainText.ts'
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
import { CodeStep } from './CodeStep.tsx'
import styles from './SigninForm.module.css'

type SigninStep = 'email' | 'code' | 'password' | 'no-password'

export interface SigninFormProps {
  /** Already known if a member signs in again. */
  email?: string | undefined
}

/** After the sign-in the session changes, and the parent sees that. */
export function SigninForm({ email: givenEmail = '' }: SigninFormProps) {
  const session = useSession()
  // the choice is saved in the browser
  const lastingKey = toClubStorageName(session.slug, 'keepLoggedIn')
  const { t, i18n } = useLingui()
  const [step, setStep] = useState<SigninStep>(givenEmail === '' ? 'email' : 'password')
  const [email, setEmail] = useState(givenEmail)
  const [password, setPassword] = useState('')
  const [isLasting, setIsLasting] = useState(() => lastingStorage.find(lastingKey) === 'true')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const [isHelpShown, setIsHelpShown] = useState(false)
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
    const username = toPlainLine(email)
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
      await session.signIn(toPlainLine(email), password, isLasting)
    })
  }

  function startOver(): void {
    setPassword('')
    setError(undefined)
    setIsHelpShown(false)
    setStep('email')
  }

  if (step === 'code') return <CodeStep onBack={startOver} />

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
        <Button variant="quiet" full onClick={() => setStep('code')}>
          <Trans>Sign in with a code</Trans>
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
              A password cannot be set in this portal yet, so {email} cannot sign in here. Ask your club for
              help.
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
        checked={isLasting}
        onChange={(event) => {
          setIsLasting(event.target.checked)
          lastingStorage.save(lastingKey, String(event.target.checked))
        }}
      />
      <Button submit variant="primary" full busy={isBusy} busyLabel={<Trans>Logging in…</Trans>}>
        <Trans>Login</Trans>
      </Button>
      <Button variant="quiet" full aria-expanded={isHelpShown} onClick={() => setIsHelpShown(true)}>
        <Trans>Forgot password</Trans>
      </Button>
      {isHelpShown && (
        <Notice tone="info" live="status" title={t`No temporary passwords yet`}>
          <p>
            <Trans>
              This portal does not send temporary passwords yet. Ask your club for help with {email}.
            </Trans>
          </p>
        </Notice>
      )}
    </form>
  )
}
