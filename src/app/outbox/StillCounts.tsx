// Says that a refused correction changed nothing: the scores that the club has still count.
import { Trans } from '@lingui/react/macro'

export function StillCounts({ number }: { number: string }) {
  return (
    <p className="small">
      <Trans>Your earlier scores for {number} still count.</Trans>
    </p>
  )
}
