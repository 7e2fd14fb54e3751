// Asks for the password again over the screen that somebody was using, so that nothing typed is lost.
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useSessionState } from '../../session/SessionContext.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SigninForm } from './SigninForm.tsx'

export function SigninAgain() {
  const navigate = useNavigate()
  const { lapsedMember } = useSessionState()
  return (
    <Dialog
      open
      onClose={() => void navigate({ to: '/portal/logout' })}
      title={<Trans>Your sign-in has ended</Trans>}
    >
      <p>
        <Trans>Sign in again to go on. What you typed is still here.</Trans>
      </p>
      <SigninForm email={lapsedMember?.email_address} />
    </Dialog>
  )
}
