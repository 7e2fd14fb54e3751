// The pin that links a place in the schedule to its map.
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import type { ScheduleEntry } from '../../../../domain/schedule.ts'
import { findSpot, type MapName, type Spot } from '../../../../domain/stall.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { iconButtonClass } from '../../../ui/iconButtonClass.ts'

/** Renders nothing if no map has the place. */
export function PlaceLink({ entry, id }: { entry: ScheduleEntry; id: string }) {
  const { t } = useLingui()
  const { saved } = useShow()
  const spot = findSpot(entry, saved.mapNames, saved.places ?? [])
  if (spot === undefined) return null
  const { place } = entry
  const map = spot.map.label
  return (
    <Link
      id={id}
      to="/portal/viewer/$eventId/maps"
      params={{ eventId: String(saved.eventId) }}
      search={toMapSearch(spot)}
      resetScroll={false}
      className={iconButtonClass()}
      // a map without the place has nothing to point at
      aria-label={spot.place === undefined ? t`Open the map: ${map}` : t`Show on map: ${place}`}
    >
      <MapPin aria-hidden="true" />
    </Link>
  )
}

/** The address of a spot on the maps. */
export function toMapSearch({ map, place }: Spot<MapName>): { map: number; place?: string } {
  return place === undefined ? { map: map.id } : { map: map.id, place: place.ref }
}
