// Where the map's target is, in words.
import { Trans } from '@lingui/react/macro'

/** `near` is the name of the nearest place; nothing where the map has none. */
export function NearLine({ near }: { near: string | undefined }) {
  if (near === undefined) return null
  return (
    <p className="muted">
      <Trans>Near {near}</Trans>
    </p>
  )
}
