// The first password of an account: who has the mailbox, or has just joined in this browser, chooses it.
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Failure } from '../../contract/failures.ts'
import { findPasswordFaults, mostPasswordLength } from '../../domain/members/password.ts'
import { toPlainLine } from '../../domain/shapes/plainText.ts'
import { useSession } from '../session/SessionContext.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/form/Field.tsx'
import { PasswordInput } from '../ui/form/PasswordInput.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CodeField } from './CodeField.tsx'
import type { AccountLook } from './EmailStep.tsx'
import { KnownEmail } from './KnownEmail.tsx'
import { useSigninWork } from './useSigninWork.ts'

export interface FirstPasswordStepProps {
  email: string
  /** From the mail's link; '' if it is to be typed. */
  linkCode: string
  look: AccountLook
  password: string
  onType(password: string): void
  onStartOver(): void
  /** The account has this password now. */
  onSet(): void
  /** Somebody has set one meanwhile. */
  onHasPassword(): void
}

export function FirstPasswordStep(props: FirstPasswordStepProps) {
  const { email, linkCode, look, password, onType, onStartOver, onSet, onHasPassword } = props
  const session = useSession()
  const work = useSigninWork()
  const sending = useSigninWork()
  const [code, setCode] = useState(linkCode)
  const [isCodeAsked, setIsCodeAsked] = useState(!look.isNewHere && linkCode === '')
  const [sent, setSent] = useState(look.codeSent)
  const [isAgain, setIsAgain] = useState(false)
  const [isWeak, setIsWeak] = useState(false)
  const [isCodeWrong, setIsCodeWrong] = useState(false)
  const codeInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  useEffect(() => (isCodeAsked ? codeInput : passwordInput).current?.focus(), [isCodeAsked])

  function save(event: FormEvent): void {
    event.preventDefault()
    if (password === '' || (isCodeAsked && code.trim() === '')) return
    if (findPasswordFaults(password).length > 0) {
      setIsWeak(true)
      passwordInput.current?.focus()
      return
    }
    void work.run(async () => {
      try {
        await session.caller.call('member_set_password', {
          username: toPlainLine(email),
          password,
          ...(code.trim() === '' ? {} : { code }),
        })
      } catch (error) {
        const isCode = error instanceof Failure && error.code === 'bad-code'
        setIsCodeWrong(isCode)
        if (isCode && !isCodeAsked) await askForCode()
        throw error
      }
      onSet()
    })
  }

  /** What the link or the browser proved is not enough: a code is mailed instead. */
  async function askForCode(): Promise<void> {
    setCode('')
    setIsCodeAsked(true)
    await sendCode()
  }

  async function sendCode(): Promise<void> {
    const answer = await session.caller.call('lookup_member', {
      username: toPlainLine(email),
      purpose: 'signin',
    })
    if (answer.hasPassword) onHasPassword()
    setSent(answer.codeSent ?? false)
  }

  return (
    <form className="stack" onSubmit={save} noValidate>
      <KnownEmail email={email} onChange={onStartOver} />
      <p>
        <Trans>This account has no password yet. Choose one now.</Trans>
      </p>
      {isCodeAsked && (
        <>
          {sent ? (
            <Notice tone="info" live="status">
              {isAgain ? (
                <Trans>The code was sent again. The one from the newest mail works for 15 minutes.</Trans>
              ) : (
                <Trans>We have sent a code to {email}. It works for 15 minutes.</Trans>
              )}
            </Notice>
          ) : (
            <Notice tone="warn" live="status">
              <Trans>
                Several codes were sent within an hour. Use the one from the newest mail, or ask for another
                one later.
              </Trans>
            </Notice>
          )}
          <CodeField
            ref={codeInput}
            error={isCodeWrong ? work.error : undefined}
            enterKeyHint="next"
            value={code}
            onType={(typed) => {
              setCode(typed)
              work.forgetError()
            }}
          />
          <Button
            busy={sending.isBusy}
            busyLabel={<Trans>Sending…</Trans>}
            onClick={() =>
              void sending.run(async () => {
                await sendCode()
                setIsAgain(true)
              })
            }
          >
            <Trans>Send the code again</Trans>
          </Button>
          {sending.error !== undefined && (
            <Notice tone="bad" live="alert">
              {sending.error}
            </Notice>
          )}
        </>
      )}
      <Field
        label={<Trans>New password</Trans>}
        hint={<Trans>At least 8 letters, with an uppercase letter, a number and a special character.</Trans>}
        error={
          isWeak ? (
            <Trans>
              The password must have at least 8 characters, with at least 1 upper case letter, 1 lower case
              letter, 1 number and 1 special character.
            </Trans>
          ) : isCodeWrong ? undefined : (
            work.error
          )
        }
        announced
        required
      >
        <PasswordInput
          ref={passwordInput}
          name="new-password"
          autoComplete="new-password"
          enterKeyHint="go"
          maxLength={mostPasswordLength}
          value={password}
          onChange={(event) => {
            onType(event.target.value)
            setIsWeak(false)
            work.forgetError()
          }}
        />
      </Field>
      <Button
        submit
        variant="primary"
        full
        disabled={password === '' || (isCodeAsked && code.trim() === '')}
        busy={work.isBusy}
        busyLabel={<Trans>Saving…</Trans>}
      >
        <Trans>Next</Trans>
      </Button>
    </form>
  )
}
