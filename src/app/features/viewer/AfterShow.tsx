// When the show is over: says so, and leads to the club's next event.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type ClubEvent, isOver } from '../../../domain/event.ts'
import { findProgrammeDay } from '../../../domain/schedule.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { useNow, useShow, useTimeline } from '../../show/ShowContext.tsx'
import { formatShortRange } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { buttonClass } from '../../ui/buttonClass.ts'
import { Notice } from '../../ui/Notice.tsx'

export function AfterShow() {
  const { saved } = useShow()
  const now = useNow()
  const timeline = useTimeline()
  const { startDate, endDate, timeZone } = saved.event
  const isRunning = findProgrammeDay(timeline, now, timeZone) <= (endDate || startDate)
  return isOver(saved.event, now) && !isRunning ? <Over /> : null
}

function Over() {
  const language = useLanguage()
  const next = useNextEvent()
  return (
    <div data-timed="">
      <Notice
        tone="info"
        title={<Trans>This show is over. Thank you for coming.</Trans>}
        action={
          next !== undefined && (
            <Link
              to="/portal/event/$eventId"
              params={{ eventId: String(next.id) }}
              className={buttonClass({ size: 'row' })}
            >
              <Trans>See the next event</Trans>
            </Link>
          )
        }
      >
        {next !== undefined && (
          <p>
            <Trans>
              Next: {next.name}, {formatShortRange(next.startDate, next.endDate, language)}
            </Trans>
          </p>
        )}
      </Notice>
    </div>
  )
}

/** Undefined without a connection: the show's own screens do not need it. */
function useNextEvent(): ClubEvent | undefined {
  const session = useSession()
  const { saved } = useShow()
  const [next, setNext] = useState<ClubEvent>()
  useEffect(() => {
    let isWanted = true
    session.caller.call('get_upcoming_events', { availability: '0' }).then(
      ({ events }) => {
        const now = session.now()
        if (isWanted) setNext(events.find((one) => one.id !== saved.eventId && !isOver(one, now)))
      },
      session.noteFailure, // the notice stays without it
    )
    return () => {
      isWanted = false
    }
  }, [session, saved.eventId])
  return next
}
