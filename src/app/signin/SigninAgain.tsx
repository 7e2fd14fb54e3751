// Asks for the password again over the screen that somebody was using, so that nothing typed is lost.
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useSessionState } from '../session/SessionContext.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { SigninForm } from './SigninForm.tsx'

export interface SigninAgainProps {
  /** Where the screen beneath can do without for a while; otherwise whoever closes it is signed out. */
  onClose?: () => void
}

export function SigninAgain({ onClose }: SigninAgainProps) {
  const navigate = useNavigate()
  const { lapsedMember } = useSessionState()
  return (
    <Dialog
      open
      onClose={onClose ?? (() => void navigate({ to: '/portal/logout' }))}
      title={<Trans>Your sign-in has ended</Trans>}
    >
      <p>
        <Trans>Sign in again to continue. What you typed is still here.</Trans>
      </p>
      <SigninForm email={lapsedMember?.email_address} />
    </Dialog>
  )
}
