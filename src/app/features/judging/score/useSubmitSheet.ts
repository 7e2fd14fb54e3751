// Submits the sheet in hand: what is missing is asked about first, then it goes into the outbox.
import { useLingui } from '@lingui/react/macro'
import { type MouseEvent, type RefObject, useRef } from 'react'
import type { Criterion, EventCar, JudgingForm } from '../../../../domain/event.ts'
import { useQueued } from '../../../call/useQueued.ts'
import { toCarName } from '../../../show/carName.ts'
import { useJudging } from '../JudgeContext.tsx'
import { findNextSequence } from '../myCars.ts'
import { isMistyped, listScores, listUnset } from '../sheet.ts'
import { toPlaceId } from './places.ts'
import type { KnownCars } from './useKnownCars.ts'
import type { SheetKeeper } from './useScoring.ts'

/** Two presses closer together than this are one finger's, not a decision. */
const doublePressMs = 500

export interface Submitting {
  submit(event: MouseEvent): void
  /** The sheet is on its way into the outbox: nothing else changes it. */
  isUnderWay: RefObject<boolean>
  busy: boolean
  error: unknown
  forgetError(): void
}

export interface SubmitSheetOptions {
  form: JudgingForm
  keeper: SheetKeeper
  known: KnownCars
  /** Undefined where this phone's list does not have the number. */
  car: EventCar | undefined
  activeCriterion: Criterion | undefined
  say(text: string): void
  goToNumber(): void
}

export function useSubmitSheet(options: SubmitSheetOptions): Submitting {
  const { form, keeper, known, car, activeCriterion, say, goToNumber } = options
  const { t } = useLingui()
  const { grant } = useJudging()
  const { queue, busy, error, forgetError } = useQueued('submit_judging_form', { sendsSequence: true })
  const askedAt = useRef(0)
  const isUnderWay = useRef(false)
  const { scoring } = keeper
  const { sheet } = scoring
  const { number } = sheet

  const submit = (event: MouseEvent) => {
    if (isUnderWay.current) return
    if (number === '') {
      say(t`Enter the car number first.`)
      goToNumber()
      return
    }
    if (activeCriterion !== undefined && isMistyped(scoring, activeCriterion)) {
      document.getElementById(toPlaceId(activeCriterion.id))?.focus()
      return
    }
    const isQuestionable = listUnset(form, sheet).length > 0 || car === undefined
    if (isQuestionable && !scoring.isAsking) {
      askedAt.current = event.timeStamp
      keeper.act({ type: 'ask' })
      return
    }
    if (isQuestionable && event.timeStamp - askedAt.current < doublePressMs) return
    isUnderWay.current = true
    void file().finally(() => {
      isUnderWay.current = false
    })
  }

  const file = async () => {
    const earlier = known.newest.get(number)
    const replaces = sheet.replaces ?? (earlier?.state === 'refused' ? earlier.key : undefined)
    await keeper.settled()
    const saved = await queue({
      key: sheet.key,
      input: {
        eventId: grant.eventId,
        judgeId: grant.judgeId,
        entryId: number,
        formId: form.id,
        scores: listScores(form, sheet),
        ...(sheet.notes.trim() === '' ? {} : { notes: sheet.notes.trim() }),
      },
      eventId: grant.eventId,
      principal: { kind: 'judge', ref: grant.judgeId },
      sequence: findNextSequence(known.sheets, number, known.sent),
      draft: keeper.draftId,
      tenantId: grant.tenantId,
      about: { title: toCarName(car), number },
      ...(replaces === undefined ? {} : { replaces }),
    })
    if (saved === undefined) return
    keeper.reset()
    say(t`Your scores for ${number} are saved on this phone.`)
    goToNumber()
  }

  return { submit, isUnderWay, busy, error, forgetError }
}
