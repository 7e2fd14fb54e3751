// What the search finds besides stalls, places and cars: entries of the schedule, and sentences of the event's notes.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CalendarDays, Info } from 'lucide-react'
import { writeClock } from '../../../../domain/clock.ts'
import type { TimedScheduleEntry } from '../../../../domain/schedule.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { toDayTab } from '../../../show/showTime.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { ListRow } from '../../../ui/layout/ListRow.tsx'

export function EntryRow({ entry, date }: TimedScheduleEntry) {
  const { saved } = useShow()
  const language = useLanguage()
  const when = `${toDayTab(date, language)} ${writeClock(entry.startTime, language)}`
  const place = entry.place ?? ''
  return (
    <ListRow
      leading={<CalendarDays aria-hidden="true" />}
      title={
        <Link
          to="/portal/viewer/$eventId/schedule"
          params={{ eventId: String(saved.eventId) }}
          search={{ day: date, entry: entry.id }}
          resetScroll={false}
        >
          {entry.label}
        </Link>
      }
      note={
        <>
          {when}
          {place !== '' && ` · ${place}`}
          {entry.cancelled === true && (
            <>
              {' · '}
              <Trans>Cancelled</Trans>
            </>
          )}
        </>
      }
      chevron
    />
  )
}

export function NoteRow({ text }: { text: string }) {
  const { saved } = useShow()
  return (
    <ListRow
      leading={<Info aria-hidden="true" />}
      title={
        <Link
          to="/portal/viewer/$eventId/more"
          params={{ eventId: String(saved.eventId) }}
          hash="event-notes"
        >
          {text}
        </Link>
      }
      chevron
    />
  )
}
