// Says why one of an event's actions is closed at this time, and leads back.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { writeClockAt } from '../../../domain/clock.ts'
import { findDay } from '../../../domain/day.ts'
import type { ActionWindow, ClubEvent } from '../../../domain/event.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { useIsMembershipOver } from '../../session/useIsMembershipOver.ts'
import { findForeignZone, nameZone } from '../../show/showTime.ts'
import { formatDay } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { EventAction } from './eventActions.ts'
import { ToEvents } from './ToEvents.tsx'

export interface ActionClosedProps {
  event: ClubEvent
  action: EventAction
  title: string
  window: Exclude<ActionWindow, { state: 'open' }>
}

export function ActionClosed(props: ActionClosedProps) {
  const { event, window } = props
  const { title, sentence } = useWords(props)
  return (
    <EmptyState
      level={1}
      title={title}
      action={
        <div className="row">
          {window.state === 'members-only' && <SigninLink event={event} />}
          <ToEvents />
        </div>
      }
    >
      {sentence}
    </EmptyState>
  )
}

interface Words {
  title: ReactNode
  sentence: ReactNode
}

/** What begins later, or has ended, names the day where the event takes place. */
function useWords({ event, action, title, window }: ActionClosedProps): Words {
  const language = useLanguage()
  const { name, timeZone } = event
  const date =
    window.state === 'not-begun'
      ? nameZone(
          `${formatDay(findDay(window.startsAt, timeZone), language)}, ${writeClockAt(window.startsAt, timeZone, language)}`,
          findForeignZone(timeZone, window.startsAt, language),
        )
      : window.state === 'ended'
        ? formatDay(window.day, language)
        : ''
  switch (action) {
    case 'register':
      return window.state === 'not-begun'
        ? {
            title: (
              <Trans>
                Registration for {name} will begin on {date}
              </Trans>
            ),
            sentence: <Trans>Online event registration will begin on {date}, please come back then.</Trans>,
          }
        : {
            title: (
              <Trans>
                Registration for {name} ended on {date}
              </Trans>
            ),
            sentence: <Trans>We're sorry, online event registration ended on {date}.</Trans>,
          }
    case 'vendor':
      return window.state === 'ended'
        ? { title, sentence: <Trans>We're sorry, vendor sales have ended for {name}.</Trans> }
        : {
            title,
            sentence: (
              <>
                <p>
                  <Trans>
                    We're sorry, there are no available spaces to purchase at this time. Please try again
                    later or contact the event staff for assistance.
                  </Trans>
                </p>
                {window.state === 'not-begun' && (
                  <p>
                    <Trans>Vendor sales will begin on {date}.</Trans>
                  </p>
                )}
              </>
            ),
          }
    case 'tickets':
      return {
        title,
        sentence:
          window.state === 'ended' ? (
            <Trans>We're sorry, ticket sales have ended for {name}.</Trans>
          ) : window.state === 'not-begun' ? (
            <Trans>Ticket sales will begin on {date}, please come back then.</Trans>
          ) : (
            <Trans>We're sorry, there are no tickets to purchase at this time.</Trans>
          ),
      }
    default:
      return {
        title,
        sentence:
          window.state === 'ended' ? (
            <Trans>We're sorry, volunteer sign-up ended on {date}.</Trans>
          ) : window.state === 'not-begun' ? (
            <Trans>Volunteer sign-up will begin on {date}, please come back then.</Trans>
          ) : window.state === 'members-only' ? (
            <Trans>The volunteer shifts of this event are for members of the club.</Trans>
          ) : (
            <Trans>We're sorry, this event is not looking for volunteers at this time.</Trans>
          ),
      }
  }
}

/** After signing in, a member is at the same action in the members' area. Whoever is signed in has to renew first. */
function SigninLink({ event }: { event: ClubEvent }) {
  const session = useSession()
  if (useIsMembershipOver()) {
    return (
      <Link to="/portal/member/membership" className={buttonClass({ variant: 'primary' })}>
        <Trans>Membership</Trans>
      </Link>
    )
  }
  return (
    <Link
      to="/portal/signin"
      search={{ redirect: session.toAddress(`/portal/member/events/${event.id}/volunteer`) }}
      className={buttonClass({ variant: 'primary' })}
    >
      <Trans>Sign in</Trans>
    </Link>
  )
}
