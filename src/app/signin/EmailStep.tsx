// The first step of signing in: whose account it is.
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { storedEmailPattern } from '../../domain/shapes/personLengths.ts'
import { toPlainLine } from '../../domain/shapes/plainText.ts'
import { useSession } from '../session/SessionContext.tsx'
import { toNoEmailText } from '../text/fieldFault.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/form/Field.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'
import type { SigninWork } from './useSigninWork.ts'

/** What the club says about an account before anybody has signed in. */
export interface AccountLook {
  readonly hasPassword: boolean
  readonly isNewHere: boolean
  readonly codeSent: boolean
}

export interface EmailStepProps {
  email: string
  onType(email: string): void
  work: SigninWork
  onFound(look: AccountLook): void
  hasFocus: boolean
  /** Another device of the member shows a code. */
  onCode(): void
}

export function EmailStep({ email, onType, work, onFound, hasFocus, onCode }: EmailStepProps) {
  const { i18n } = useLingui()
  const session = useSession()
  const [isRefused, setIsRefused] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (hasFocus) input.current?.focus()
  }, [hasFocus])

  function lookUp(event: FormEvent): void {
    event.preventDefault()
    const username = toPlainLine(email)
    setIsRefused(username !== '' && !storedEmailPattern.test(username))
    if (!storedEmailPattern.test(username)) return
    void work.run(async () => {
      const answer = await session.caller.call('lookup_member', { username, purpose: 'signin' })
      const { hasPassword = false, isNewHere = false, codeSent = false } = answer
      onFound({ hasPassword, isNewHere, codeSent })
    })
  }

  return (
    <form className="stack" onSubmit={lookUp} noValidate>
      <Field
        label={<Trans>E-mail</Trans>}
        error={isRefused ? toNoEmailText(i18n) : work.error}
        announced
        required
      >
        <TextInput
          ref={input}
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
            setIsRefused(false)
            onType(event.target.value)
          }}
        />
      </Field>
      <Button
        submit
        variant="primary"
        full
        disabled={email.trim() === ''}
        busy={work.isBusy}
        busyLabel={<Trans>Looking up…</Trans>}
      >
        <Trans>Next</Trans>
      </Button>
      <Button variant="quiet" full onClick={onCode}>
        <Trans>Sign in with a code</Trans>
      </Button>
    </form>
  )
}
