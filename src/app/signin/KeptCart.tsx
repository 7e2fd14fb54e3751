// Says that the cart of whoever's sign-in has run out stays for them. Nobody else is told of it.
import { Trans } from '@lingui/react/macro'
import { useSession, useSessionState } from '../session/SessionContext.tsx'
import { countCart } from '../unsaved/leftBehind.ts'

export function KeptCart() {
  const session = useSession()
  const { lapsedMember, otherMember } = useSessionState()
  if (lapsedMember === undefined || otherMember !== undefined) return null
  const cart = countCart(session, lapsedMember.id)
  if (cart === 0) return null
  return (
    <p>
      <Trans>In your cart: {cart}. It stays on this device, and is here again once you have signed in.</Trans>
    </p>
  )
}
