// The label of an entry, outside the schedule, as a link that opens it there.
import { Link } from '@tanstack/react-router'
import type { ScheduleEntry } from '../../../../domain/schedule.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import styles from './EntryLink.module.css'

export function EntryLink({ entry, date }: { entry: ScheduleEntry; date: string }) {
  const { saved } = useShow()
  return (
    <Link
      className={styles.link}
      to="/portal/viewer/$eventId/schedule"
      params={{ eventId: String(saved.eventId) }}
      search={{ day: date, entry: entry.id }}
      resetScroll={false}
    >
      {entry.cancelled === true ? <s>{entry.label}</s> : entry.label}
    </Link>
  )
}
