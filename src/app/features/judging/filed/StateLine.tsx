// In a car's row: what its state means, where the chip alone does not say it.
import { Trans } from '@lingui/react/macro'
import type { CarRow } from '../myCars.ts'

export function StateLine({ row: { state, entry, filed, number } }: { row: CarRow }) {
  const movedTo = entry?.takesBack?.movedTo
  if (movedTo !== undefined && state !== 'attention') {
    return (
      <p className="small">
        <Trans>Your sheet is moved to {movedTo}.</Trans>
      </p>
    )
  }
  if (entry?.takesBack !== undefined && state !== 'attention' && state !== 'withdrawn') {
    return (
      <p className="small">
        <Trans>Your sheet for {number} is being withdrawn.</Trans>
      </p>
    )
  }
  if (state === 'void') {
    return (
      <p className="small">
        <Trans>An officer has voided your sheet. If you score the car again, that counts.</Trans>
      </p>
    )
  }
  if (state === 'sent') {
    return (
      <p className="small">
        <Trans>A later sheet of yours counts, from another phone.</Trans>
      </p>
    )
  }
  if (state === 'accepted' && filed !== undefined && filed.entry === undefined) {
    return (
      <p className="small">
        <Trans>Sent from another phone</Trans>
      </p>
    )
  }
  return null
}
