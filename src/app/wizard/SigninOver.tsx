// Tells above a flow's form that the sign-in has ended, and what that means for the typed values.
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { lazyPart } from '../parts/lazyPart.tsx'
import { OverlayMissing } from '../parts/PartMissing.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { stepHeadingId } from './fieldIds.ts'

const SigninAgain = lazyPart(async () => (await import('../signin/SigninAgain.tsx')).SigninAgain, {
  Missing: OverlayMissing,
})

/** The draft has left the device with the sign-in. The form stays as long as the page. */
export function SigninOver() {
  const [isDialogOpen, setIsDialogOpen] = useState(false)
  useEffect(() => {
    if (!isDialogOpen) return
    // after the sign-in the button that opened the dialog is gone
    return () => {
      if (document.activeElement === document.body) document.getElementById(stepHeadingId)?.focus()
    }
  }, [isDialogOpen])
  return (
    <>
      <Notice
        tone="warn"
        live="alert"
        title={<Trans>Your sign-in has ended</Trans>}
        action={
          <Button onClick={() => setIsDialogOpen(true)}>
            <Trans>Sign in again</Trans>
          </Button>
        }
      >
        <Trans>
          Nothing of this form is kept on this device until you sign in again: leave this page open until
          then.
        </Trans>
      </Notice>
      {isDialogOpen && <SigninAgain onClose={() => setIsDialogOpen(false)} />}
    </>
  )
}
