// The way to the tickets and cars on this phone, where there are any.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { useSession } from '../session/SessionContext.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { hasPasses } from './passesMark.ts'

export function MyPassesLink() {
  const { slug } = useSession()
  if (!hasPasses(slug)) return null
  return (
    <p>
      <Link to="/portal/tickets" className={buttonClass()}>
        <Ticket aria-hidden="true" />
        <Trans>My tickets and cars</Trans>
      </Link>
    </p>
  )
}
