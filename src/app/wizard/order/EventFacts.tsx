// When and where an event is, for somebody who goes there, with a file for their calendar.
import { useLingui } from '@lingui/react/macro'
import { toEventDays } from '../../../domain/calendar/eventDays.ts'
import { writeClock } from '../../../domain/clock.ts'
import { formatDayRange } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { FactRow, FactRows } from '../../ui/layout/FactRows.tsx'
import { CalendarButton } from '../thanks/CalendarButton.tsx'
import type { OrderView } from './orderState.ts'

export interface EventFactsProps {
  event: NonNullable<OrderView['event']>
  /** The person; '' when it is not known. */
  name: string
  /** Shifts have a file of their own. */
  hasCalendar?: boolean
}

export function EventFacts({ event, name, hasCalendar = true }: EventFactsProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const gates = writeClock(event.gateTime, language)
  const makeEntries = () => {
    const description = gates === '' ? '' : `${t`Gates open`}: ${gates}`
    // the same entry as in the club's mail, so that a calendar has the event once
    return [toEventDays(event, { host: window.location.hostname, description })]
  }
  return (
    <>
      <FactRows>
        <FactRow name={t`Event`}>{event.name}</FactRow>
        <FactRow name={t`When`}>{formatDayRange(event.startDate, event.endDate, language)}</FactRow>
        <FactRow name={t`Gates open`}>{gates}</FactRow>
        <FactRow name={t`Where`}>{event.place}</FactRow>
        <FactRow name={t`Name`}>{name}</FactRow>
      </FactRows>
      {hasCalendar && (
        <CalendarButton
          name={t`event`}
          makeEntries={makeEntries}
          saved={t`The calendar file is saved. Open it to add the event to your calendar.`}
        />
      )}
    </>
  )
}
