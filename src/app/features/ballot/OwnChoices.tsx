// What a voter chose on this phone. It is shown only under the link of this ballot.
import { Trans } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { EventCar } from '../../../domain/event.ts'
import { type BallotPaper, toVotedClasses } from './ballotForm.ts'
import type { BallotOutboxEntry } from './ballotView.ts'
import { ChoiceList } from './ChoiceList.tsx'

export interface OwnChoicesProps {
  entry: BallotOutboxEntry
  paper: BallotPaper
  cars: readonly EventCar[]
}

export function OwnChoices({ entry, paper, cars }: OwnChoicesProps) {
  const carsByNumber = useMemo(() => new Map(cars.map((car) => [car.number, car])), [cars])
  const chosen = toVotedClasses(paper, entry.input.votes)
  return (
    <section>
      <h2 className="h3">
        <Trans>Your choices</Trans>
      </h2>
      {chosen.length === 0 ? (
        <p className="muted">
          <Trans>No car is chosen</Trans>
        </p>
      ) : (
        <ChoiceList chosen={chosen} cars={carsByNumber} />
      )}
    </section>
  )
}
