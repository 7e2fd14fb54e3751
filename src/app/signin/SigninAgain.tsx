// Asks for the password again in a dialog over the screen, so that nothing typed is lost.
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useSessionState } from '../session/SessionContext.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'
import { KeptCart } from './KeptCart.tsx'
import { MemberChanged } from './MemberChanged.tsx'
import { SigninForm } from './SigninForm.tsx'

export interface SigninAgainProps {
  /** Given if the screen below works without a sign-in. Otherwise closing signs the member out. */
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
      <KeptCart />
      <MemberChanged />
      <SigninForm email={lapsedMember?.email_address} />
    </Dialog>
  )
}
