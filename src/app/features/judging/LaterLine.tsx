// Says that a sheet of this phone does not count, because the judge has sent a later one from another phone.
import { Trans } from '@lingui/react/macro'

export function LaterLine() {
  return (
    <p className="small">
      <Trans>A later sheet of yours counts, from another phone.</Trans>
    </p>
  )
}
