// A ballot that came second: what that means for the count, and the way to put it away.
import { Trans } from '@lingui/react/macro'
import { useOutbox } from '../../call/useOutbox.ts'
import { Button } from '../../ui/Button.tsx'
import type { BallotOutboxEntry } from './ballotView.ts'

export interface LostBallotProps {
  entry: BallotOutboxEntry
  /** The ballot that was counted came from this device too. */
  isOwnDevice: boolean
  onUnderstood?: () => void
}

export function LostBallot({ entry, isOwnDevice, onUnderstood }: LostBallotProps) {
  const { dismiss } = useOutbox()
  const choices = entry.input.votes.map(String).join(', ')
  const putAway = () => void dismiss(entry.key).then(onUnderstood)
  return (
    <>
      <p>
        {isOwnDevice ? (
          <Trans>Another tab on this phone had submitted this ballot before. That one counts.</Trans>
        ) : (
          <Trans>
            This ballot had been used with another phone before. That one counts. If it was not yours, ask an
            officer of the club for a new ballot.
          </Trans>
        )}
      </p>
      {choices !== '' && (
        <p>
          <Trans>Not counted: {choices}</Trans>
        </p>
      )}
      <Button variant="primary" full onClick={putAway}>
        <Trans>Understood</Trans>
      </Button>
    </>
  )
}
