// The way back to the car, where this phone knows it.
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CarFront } from 'lucide-react'
import { useShow } from '../../../show/ShowContext.tsx'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { useOwnSpot } from './useOwnSpot.ts'

export function OwnSpotLink() {
  const { t } = useLingui()
  const { saved } = useShow()
  const { place } = useOwnSpot(t`My car`)
  if (place === undefined) return null
  return (
    <p>
      <Link
        to="/portal/viewer/$eventId/maps"
        params={{ eventId: String(saved.eventId) }}
        search={{ map: place.map, place: place.ref }}
        className={buttonClass()}
      >
        <CarFront aria-hidden="true" />
        <Trans>My car on the map</Trans>
      </Link>
    </p>
  )
}
