// When and where an event is, for somebody who goes there, with a file for their calendar.
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toCalendarFile } from '../../../domain/calendar/calendarFile.ts'
import { toEventDays } from '../../../domain/calendar/eventDays.ts'
import { writeClock } from '../../../domain/clock.ts'
import { saveFile } from '../../saveFile.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { formatDayRange } from '../../text/format.ts'
import { useLanguage } from '../../text/useLanguage.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './EventFacts.module.css'
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
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t`Event`}>{event.name}</Fact>
        <Fact name={t`When`}>{formatDayRange(event.startDate, event.endDate, language)}</Fact>
        <Fact name={t`Gates open`}>{gates}</Fact>
        <Fact name={t`Where`}>{event.place}</Fact>
        <Fact name={t`Name`}>{name}</Fact>
      </dl>
      {hasCalendar && <CalendarFile event={event} gates={gates} />}
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === '') return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function CalendarFile({ event, gates }: { event: EventFactsProps['event']; gates: string }) {
  const { t } = useLingui()
  const session = useSession()
  const [said, setSaid] = useState('')
  const save = () => {
    const description = gates === '' ? '' : `${t`Gates open`}: ${gates}`
    // the same entry as in the club's mail, so that a calendar has the event once
    const entry = toEventDays(event, { host: window.location.hostname, description })
    saveFile(`${t`event`}.ics`, 'text/calendar', toCalendarFile([entry], session.now()))
    setSaid(t`The calendar file is saved. Open it to add the event to your calendar.`)
  }
  return (
    <div className={styles.calendar}>
      <Button icon={<CalendarPlus aria-hidden="true" />} onClick={save}>
        <Trans>Add to calendar</Trans>
      </Button>
      <p role="status" className="small">
        {said}
      </p>
    </div>
  )
}
