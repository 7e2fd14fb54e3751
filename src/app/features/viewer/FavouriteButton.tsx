// The star that marks an entry, a space or a vendor on this device.
import { useLingui } from '@lingui/react/macro'
import { Star } from 'lucide-react'
import { type ScheduleEntry, toSeenEntry } from '../../../domain/schedule.ts'
import { useMarks, useShow } from '../../show/ShowContext.tsx'
import { IconButton } from '../../ui/IconButton.tsx'

export interface EntryStarProps {
  entry: ScheduleEntry
  date: string
  /** Where the star stands, so that two on one screen have different ids. */
  place: 'road' | 'now' | 'today'
}

export function EntryStar({ entry, date, place }: EntryStarProps) {
  const { t } = useLingui()
  const { store } = useShow()
  const isMarked = useMarks().has('entry', entry.id)
  const { label } = entry
  return (
    <IconButton
      id={`star-${place}-${entry.id}`}
      label={t`Favourite: ${label}`}
      pressed={isMarked}
      icon={<Star aria-hidden="true" />}
      onClick={() => {
        void (isMarked
          ? store.unmark('entry', entry.id)
          : store.mark('entry', entry.id, toSeenEntry(entry, date)))
      }}
    />
  )
}
