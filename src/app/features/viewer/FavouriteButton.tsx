// The star that marks a schedule entry, a space or a vendor on this device.
import { useLingui } from '@lingui/react/macro'
import { Star } from 'lucide-react'
import { type ScheduleEntry, toSeenScheduleEntry } from '../../../domain/schedule.ts'
import { useMarks } from '../../show/ShowContext.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useToggleFavourite } from './useToggleFavourite.ts'

export interface FavouriteButtonProps {
  entry: ScheduleEntry
  date: string
  /** The place of the star, so that two on one screen have different ids. */
  place: 'road' | 'now' | 'today'
}

export function useFavourite(entry: ScheduleEntry, date: string): { isMarked: boolean; toggle(): void } {
  const isMarked = useMarks().has('entry', entry.id)
  const toggle = useToggleFavourite()
  return {
    isMarked,
    toggle() {
      const seen = toSeenScheduleEntry(entry, date)
      toggle({ kind: 'entry', ref: entry.id, isFavourite: isMarked, seen })
    },
  }
}

export function FavouriteButton({ entry, date, place }: FavouriteButtonProps) {
  const { t } = useLingui()
  const { isMarked, toggle } = useFavourite(entry, date)
  const { label } = entry
  return (
    <IconButton
      id={`star-${place}-${entry.id}`}
      label={t`Favourite: ${label}`}
      pressed={isMarked}
      icon={<Star aria-hidden="true" />}
      onClick={toggle}
    />
  )
}
