// In a car's row: what its state means, where the chip alone does not say it.
import { Trans } from '@lingui/react/macro'
import type { CarRow } from '../myCars.ts'

export function StateLine({ row: { state, entry, filed, number, isUnseen, reason } }: { row: CarRow }) {
  if (state === 'sent' && isUnseen) {
    return (
      <p className="small">
        <Trans>
          You sent a sheet for {number} from another phone. Its scores are not on this phone, nor whether it
          counts. A connection brings them.
        </Trans>
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
  const taking = entry?.takesBack === undefined || state === 'attention' ? undefined : entry
  const movedTo = taking?.takesBack?.movedTo
  if (movedTo !== undefined) {
    return (
      <p className="small">
        {taking?.state === 'accepted' ? (
          <Trans>Your sheet is moved to {movedTo}.</Trans>
        ) : (
          <Trans>
            Your sheet for {number} goes to {movedTo}.
          </Trans>
        )}
      </p>
    )
  }
  if (taking !== undefined && taking.state !== 'accepted') {
    return (
      <p className="small">
        <Trans>Your sheet for {number} is being withdrawn.</Trans>
      </p>
    )
  }
  if (state === 'void') {
    return (
      <p className="small">
        {reason === '' ? (
          <Trans>An officer has voided your sheet. If you score the car again, that counts.</Trans>
        ) : (
          <Trans>
            An officer has voided your sheet: “{reason}”. If you score the car again, that counts.
          </Trans>
        )}
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
