// The pin that links a place in the schedule to its map.
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MapPin } from 'lucide-react'
import { findMapOfPlace } from '../../../../domain/stall.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { iconButtonClass } from '../../../ui/iconButtonClass.ts'

/** Renders nothing if no map has the place's name. */
export function PlaceLink({ place, id }: { place: string | undefined; id: string }) {
  const { t } = useLingui()
  const { saved } = useShow()
  const map = findMapOfPlace(place, saved.mapNames)
  if (map === undefined) return null
  return (
    <Link
      id={id}
      to="/portal/viewer/$eventId/maps"
      params={{ eventId: String(saved.eventId) }}
      search={{ map: map.id }}
      resetScroll={false}
      className={iconButtonClass()}
      aria-label={t`Show on map: ${place}`}
    >
      <MapPin aria-hidden="true" />
    </Link>
  )
}
