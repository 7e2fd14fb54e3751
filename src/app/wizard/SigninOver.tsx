// Says that a sign-in has ended over a flow's form, and what that means for what was typed.
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { stepHeadingId } from './fieldIds.ts'

const SigninAgain = lazy(async () => ({
  default: (await import('../signin/SigninAgain.tsx')).SigninAgain,
}))

/** The draft has left the device with the sign-in; the form stays as long as the page does. */
export function SigninOver() {
  const [isAsking, setIsAsking] = useState(false)
  useEffect(() => {
    if (!isAsking) return
    // signed in, and the button that asked is gone
    return () => {
      if (document.activeElement === document.body) document.getElementById(stepHeadingId)?.focus()
    }
  }, [isAsking])
  return (
    <>
      <Notice
        tone="warn"
        live="alert"
        title={<Trans>Your sign-in has ended</Trans>}
        action={
          <Button onClick={() => setIsAsking(true)}>
            <Trans>Sign in again</Trans>
          </Button>
        }
      >
        <Trans>
          Nothing is kept on this device until you sign in again: leave this page open until then.
        </Trans>
      </Notice>
      {isAsking && (
        <Suspense>
          <SigninAgain onClose={() => setIsAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
