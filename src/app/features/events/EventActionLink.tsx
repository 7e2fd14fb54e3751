// The way to one of an event's actions, in the area where somebody is, with the address's parameters kept.
import { Link, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ButtonVariant, buttonClass } from '../../ui/buttonClass.ts'
import type { EventAction } from './eventActions.ts'

export interface EventActionLinkProps extends ButtonVariant {
  eventId: number
  action: EventAction
  /** Says which event, where several stand on a page. */
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
  const { pathname } = useLocation()
  const isMemberArea = pathname.startsWith('/portal/member')
  return (
    <Link
      to={isMemberArea ? '/portal/member/events/$eventId/$action' : '/portal/events/$eventId/$action'}
      params={{ eventId: String(eventId), action }}
      search={(current) => current}
      className={buttonClass(variant)}
      aria-describedby={describedBy}
    >
      {children}
    </Link>
  )
}
