// Signing in, step by step: the e-mail address, then the password, or the account's first one.
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { useUnsaved } from '../useUnsaved.ts'
import { CodeStep } from './CodeStep.tsx'
import { type AccountLook, EmailStep } from './EmailStep.tsx'
import { FirstPasswordStep } from './FirstPasswordStep.tsx'
import { ForgotPassword } from './ForgotPassword.tsx'
import { PasswordStep } from './PasswordStep.tsx'
import type { SigninLink } from './signinLink.ts'
import { useSigninWork } from './useSigninWork.ts'

type SigninStep = 'email' | 'code' | 'password' | 'forgot' | 'first-password'

export interface SigninFormProps {
  /** Already known if a member signs in again. */
  email?: string | undefined
  /** What the link of a mail says. */
  link?: SigninLink | undefined
}

const mailed: AccountLook = { hasPassword: false, isNewHere: false, codeSent: false }

/** After the sign-in the session changes, and the parent sees that. */
export function SigninForm({ email: givenEmail = '', link }: SigninFormProps) {
  const linkCode = link !== undefined && link.email !== '' ? link.code : ''
  const startEmail = givenEmail === '' ? (link?.email ?? '') : givenEmail
  const [step, setStep] = useState<SigninStep>(
    linkCode !== '' ? 'first-password' : givenEmail === '' ? 'email' : 'password',
  )
  const [email, setEmail] = useState(startEmail)
  const [password, setPassword] = useState('')
  const [look, setLook] = useState(mailed)
  const [isCodeFresh, setIsCodeFresh] = useState(true)
  const [hasMoved, setHasMoved] = useState(false)
  const [isJustSet, setIsJustSet] = useState(false)
  const work = useSigninWork()
  useUnsaved(email !== startEmail || password !== '')

  function go(next: SigninStep): void {
    work.forgetError()
    setHasMoved(true)
    setStep(next)
  }

  function startOver(): void {
    setPassword('')
    setIsCodeFresh(false)
    setIsJustSet(false)
    go('email')
  }

  function type(text: string): void {
    setPassword(text)
    work.forgetError()
  }

  if (step === 'code') return <CodeStep onBack={startOver} />
  if (step === 'email') {
    return (
      <EmailStep
        email={email}
        onType={(text) => {
          setEmail(text)
          work.forgetError()
        }}
        work={work}
        hasFocus={hasMoved}
        onCode={() => go('code')}
        onFound={(found) => {
          setLook(found)
          go(found.hasPassword ? 'password' : 'first-password')
        }}
      />
    )
  }
  if (step === 'first-password') {
    return (
      <FirstPasswordStep
        email={email}
        linkCode={isCodeFresh ? linkCode : ''}
        look={look}
        password={password}
        onType={type}
        onStartOver={startOver}
        onHasPassword={() => go('password')}
        onSet={() => {
          setIsJustSet(true)
          go('password')
        }}
      />
    )
  }
  if (step === 'forgot') return <ForgotPassword email={email} onBack={() => go('password')} />
  return (
    <div className="stack">
      {isJustSet && (
        <Notice tone="ok" live="status">
          <Trans>Your password is set. Log in with it now.</Trans>
        </Notice>
      )}
      <PasswordStep
        email={email}
        password={password}
        onType={type}
        work={work}
        onStartOver={startOver}
        onForgot={() => {
          setPassword('')
          go('forgot')
        }}
        hasFocus={hasMoved}
      />
    </div>
  )
}
