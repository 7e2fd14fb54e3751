// The steps of a ballot, form and review, at one address. The back button leads from one to the other.
import { useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import type { EventCar } from '../../../domain/event.ts'
import { toBallotDraftId } from '../../../offline/drafts.ts'
import type { SavedShow } from '../../../offline/library.ts'
import { useUnsaved } from '../../useUnsaved.ts'
import { BallotForm } from './BallotForm.tsx'
import { type BallotPaper, fitChoices, isEmpty, isSound, toValues } from './ballotForm.ts'
import type { BallotOutboxEntry } from './ballotView.ts'
import { LoadingBallot } from './MissingBallot.tsx'
import { ReviewStep } from './ReviewStep.tsx'
import { useBallotDraft } from './useBallotDraft.ts'
import { useFocusOn } from './useFocusOn.ts'

const route = '/portal/voterballot/$voterid/$eventid'

export interface BallotStepsProps {
  voterId: string
  show: SavedShow
  paper: BallotPaper
  cars: readonly EventCar[]
  refused: BallotOutboxEntry | undefined
  /** Called with the key of the ballot that was submitted here. */
  onSubmitted(key: string): void
}

export function BallotSteps({ voterId, show, paper, cars, refused, onSubmitted }: BallotStepsProps) {
  const router = useRouter()
  const { step } = useSearch({ from: route })
  const navigate = useStepNavigation()
  const ballot = useMemo(
    () => ({ club: show.club, eventId: show.eventId, voterId }),
    [show.club, show.eventId, voterId],
  )
  const draft = useBallotDraft(
    ballot,
    refused && { key: refused.key, values: toValues(paper, refused.input) },
  )
  const filled = draft?.values
  const chosen = filled?.choices
  // the choices stay the same while the voter types a name
  const choices = useMemo(() => chosen && fitChoices(paper, { choices: chosen }), [paper, chosen])
  const values = useMemo(() => filled && choices && { ...filled, choices }, [filled, choices])
  const carsByNumber = useMemo(() => new Map(cars.map((car) => [car.number, car])), [cars])
  const cameByButton = useRef(false)
  const isReviewed = step === 'review' && values !== undefined && isSound(paper, values)
  const isStray = step === 'review' && values !== undefined && !isReviewed
  useEffect(() => {
    if (isStray) navigate(undefined, true)
  }, [isStray, navigate])
  useUnsaved(values !== undefined && !isEmpty(values))
  useFocusOn(values === undefined ? undefined : isReviewed ? 'review' : 'form')

  if (draft === undefined || values === undefined) return <LoadingBallot />
  const review = () => {
    cameByButton.current = true
    navigate('review', false)
  }
  const goBack = () => {
    if (!cameByButton.current) return navigate(undefined, true)
    cameByButton.current = false
    router.history.back()
  }
  if (isReviewed) {
    return (
      <ReviewStep
        voterId={voterId}
        event={show.event}
        eventId={show.eventId}
        paper={paper}
        cars={carsByNumber}
        values={values}
        ballotKey={draft.key}
        draftId={toBallotDraftId(ballot)}
        refused={refused}
        onBack={goBack}
        onSaved={(key) => {
          onSubmitted(key)
          navigate(undefined, true)
        }}
      />
    )
  }
  return (
    <BallotForm
      voterId={voterId}
      event={show.event}
      paper={paper}
      cars={carsByNumber}
      values={values}
      refused={refused}
      isUnsaved={draft.isUnsaved}
      onChange={draft.change}
      onReset={draft.reset}
      onReview={review}
    />
  )
}

function useStepNavigation(): (step: 'review' | undefined, replace: boolean) => void {
  const router = useRouter()
  return useMemo(
    () => (step, replace) => {
      void router.navigate({
        to: '.',
        search: ({ step: _, ...before }: { step?: string }) =>
          step === undefined ? before : { ...before, step },
        replace,
        resetScroll: false,
      })
    },
    [router],
  )
}
