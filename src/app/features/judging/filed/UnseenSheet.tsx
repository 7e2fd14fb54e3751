// In place of empty scores: the club has a sheet of this judge for the car, whose scores are not on this phone.
import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'

export function UnseenSheet({ number, onScore }: { number: string; onScore(): void }) {
  return (
    <Notice
      tone="warn"
      live="status"
      action={
        <Button size="row" onClick={onScore}>
          <Trans>Score {number} anew</Trans>
        </Button>
      }
    >
      <Trans>Wait for a connection to see them here. If you score the car anew, that replaces them.</Trans>
    </Notice>
  )
}
