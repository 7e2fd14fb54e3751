// The way to the tickets and cars on this phone, where there are any.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Ticket } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useSession } from '../session/SessionContext.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { followMark, hasPasses } from './passesMark.ts'

export function MyPassesLink() {
  const { slug } = useSession()
  const isThere = useSyncExternalStore(followMark, () => hasPasses(slug), nothingThere)
  if (!isThere) return null
  return (
    <p>
      <Link to="/portal/tickets" className={buttonClass()}>
        <Ticket aria-hidden="true" />
        <Trans>My tickets and cars</Trans>
      </Link>
    </p>
  )
}

/** On the server, which knows no phone. */
const nothingThere = () => false
