// The choices of a ballot that does not count, which ballot counts instead, and the way to put it away.
import { Trans } from '@lingui/react/macro'
import { useNotKept } from '../../call/useNotKept.ts'
import { useOutbox } from '../../call/useOutbox.ts'
import { CountedBallot } from '../../outbox/CountedBallot.tsx'
import { Button } from '../../ui/Button.tsx'
import type { BallotOutboxEntry } from './ballotView.ts'

export interface LostBallotProps {
  entry: BallotOutboxEntry
  onUnderstood?: () => void
}

export function LostBallot({ entry, onUnderstood }: LostBallotProps) {
  const { dismiss } = useOutbox()
  const sayNotKept = useNotKept()
  const choices = entry.input.votes.map(String).join(', ')
  const putAway = () => void dismiss(entry.key).then(onUnderstood, sayNotKept)
  return (
    <>
      <CountedBallot entry={entry} />
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
