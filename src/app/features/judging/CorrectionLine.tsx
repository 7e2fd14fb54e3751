// Says that a correction of what was sent has been begun and not sent.
import { Trans } from '@lingui/react/macro'

export function CorrectionLine() {
  return (
    <p className="small">
      <Trans>With a correction not yet sent</Trans>
    </p>
  )
}
