// A link to one of an event's actions, in the portal's current area. It keeps the address's parameters.
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useActionAddress } from '../../show/actionAddress.ts'
import { type ButtonVariant, buttonClass } from '../../ui/buttonClass.ts'
import type { EventAction } from './eventActions.ts'

export interface EventActionLinkProps extends ButtonVariant {
  eventId: number
  action: EventAction
  /** The id of the event's name, if several events are on the page. */
  describedBy?: string
  children: ReactNode
}

export function EventActionLink({
  eventId,
  action,
  describedBy,
  children,
  ...variant
}: EventActionLinkProps) {
  return (
    <Link
      to={useActionAddress()}
      params={{ eventId: String(eventId), action }}
      search={(current) => current}
      className={buttonClass(variant)}
      aria-describedby={describedBy}
    >
      {children}
    </Link>
  )
}
