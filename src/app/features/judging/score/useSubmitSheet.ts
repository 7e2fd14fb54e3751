// Submits the present sheet: asks about missing scores first, then saves it in the outbox.
import { useLingui } from '@lingui/react/macro'
import { type RefObject, useRef, useState } from 'react'
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import { toPlainText } from '../../../../domain/shapes/plainText.ts'
import { findJudgingWindow } from '../../../../domain/window.ts'
import { useQueued } from '../../../call/useQueued.ts'
import { toCarName } from '../../../show/carName.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { findReplaced, type Gone, isUnseenBlank } from '../filed/findReplaced.ts'
import { useJudging } from '../JudgeContext.tsx'
import { type CarRow, findNextSequence } from '../myCars.ts'
import { isMistyped, listScores, listUnset } from '../sheet.ts'
import { toPlaceId } from './places.ts'
import type { KnownCars } from './useKnownCars.ts'
import type { SheetDraft } from './useScoring.ts'

/** Two presses closer together than this are an accident, not a decision. */
const doublePressMs = 500
/** Nobody waits longer for the club before a correction is saved. */
const mostWaitMs = 1_500

export interface Submitting {
  submit(pressed: { timeStamp: number }): void
  /** Another judge has verified: the person has to say who goes on. */
  isAskingWho: boolean
  stopAsking(): void
  /** The judge of the sheet goes on. */
  submitAsBefore(): void
  /** The sheet is being saved in the outbox: nothing else may change it. */
  isUnderWay: RefObject<boolean>
  /** The second press is not taken yet: two fast taps are one. */
  isPausing: boolean
  busy: boolean
  error: unknown
  forgetError(): void
}

export interface SubmitSheetOptions {
  form: JudgingForm
  draft: SheetDraft
  known: KnownCars
  row: CarRow | undefined
  /** What the form shows counts no more, and may be sent again. */
  gone: Gone | undefined
  /** The judge has said that they score the car anew. */
  isAnew: boolean
  activeCriterion: Criterion | undefined
  announce(text: string): void
  goToNumber(): void
}

export function useSubmitSheet(options: SubmitSheetOptions): Submitting {
  const { form, draft, known, row, gone, isAnew, activeCriterion, announce, goToNumber } = options
  const car = row?.car
  const { t } = useLingui()
  const { grant, other, askClub } = useJudging()
  const { event } = useShow().saved
  const filing = useQueued('submit_judging_form')
  const moving = useQueued('move_judging_form')
  const firstPressAt = useRef(0)
  const isUnderWay = useRef(false)
  const [isFiling, setIsFiling] = useState(false)
  const [isPausing, setIsPausing] = useState(false)
  const [isAskingWho, setIsAskingWho] = useState(false)
  const { scoring } = draft
  const { sheet } = scoring
  const { number } = sheet

  const askToConfirm = (atMs: number) => {
    firstPressAt.current = atMs
    setIsPausing(true)
    window.setTimeout(() => setIsPausing(false), doublePressMs)
    draft.act({ type: 'require-confirmation' })
  }

  const submit = (pressed: { timeStamp: number }, isAsked = other === undefined) => {
    if (isUnderWay.current || draft.isElsewhere) return
    if (number === '') {
      announce(t`Enter the car number first.`)
      goToNumber()
      return
    }
    if (sheet.isUntouched && gone === undefined) {
      announce(t`Nothing has been changed since this sheet was sent.`)
      return
    }
    if (activeCriterion !== undefined && isMistyped(scoring, activeCriterion)) {
      document.getElementById(toPlaceId(activeCriterion.id))?.focus()
      return
    }
    if (isUnseenBlank(row, sheet) && !isAnew) return
    if (!isAsked) return setIsAskingWho(true)
    const isReplacing = !isAnew && findReplaced(row, sheet) !== undefined
    const isQuestionable = listUnset(form, sheet).length > 0 || car === undefined || isReplacing
    if (isQuestionable && !scoring.needsConfirmation) {
      askToConfirm(pressed.timeStamp)
      return
    }
    if (isQuestionable && pressed.timeStamp - firstPressAt.current < doublePressMs) return
    isUnderWay.current = true
    setIsFiling(true)
    void fileUnlessOvertaken(isReplacing).finally(() => {
      isUnderWay.current = false
      setIsFiling(false)
    })
  }

  /** A correction does not replace unasked what the judge's other phone has sent in the last minute. */
  const fileUnlessOvertaken = async (isAgreed: boolean) => {
    const { corrects } = sheet
    if (corrects === undefined || isAgreed || gone !== undefined) return file()
    const told = await askClub(mostWaitMs)
    const newest = told?.find(
      (one) => one.formId === form.id && one.entryId === number && one.why !== 'overtaken',
    )
    const isOwn = newest === undefined || known.sheets.some(({ key }) => key === newest.key)
    if (isOwn || newest.key === corrects || newest.why !== null) return file()
    askToConfirm(performance.now())
  }

  const file = async () => {
    const earlier = known.newest.get(number)
    const replaces = sheet.replaces ?? (earlier?.state === 'refused' ? earlier.key : undefined)
    const notes = toPlainText(sheet.notes)
    await draft.settled()
    const findNext = (of: string) => findNextSequence(known.sheets, of, known.atClub)
    const sheetInput = {
      ...{ eventId: grant.eventId, judgeId: grant.judgeId, formId: form.id },
      scores: listScores(form, sheet),
      ...(notes === '' ? {} : { notes }),
    }
    const intent = {
      key: sheet.key,
      eventId: grant.eventId,
      principal: { kind: 'judge', ref: grant.judgeId } as const,
      draft: draft.recordId,
      // the same scores as in a void sheet are another sheet
      onlyIfChanged: row?.state !== 'void',
      endsAt: findJudgingWindow(event).endsAt,
      tenantId: grant.tenantId,
      about: { title: toCarName(car), number, timeZone: event.timeZone },
      ...(replaces === undefined ? {} : { replaces }),
    }
    const from = sheet.movesFrom
    const saved =
      from === undefined || from === number
        ? await filing.queue({
            ...intent,
            sequence: findNext(number),
            input: { ...sheetInput, entryId: number },
          })
        : await moving.queue({
            ...intent,
            sequence: findNext(from),
            input: {
              ...{ ...sheetInput, entryId: from, sequence: findNext(from) },
              ...{ toEntryId: number, toSequence: findNext(number) },
            },
          })
    if (saved === undefined) return
    draft.reset()
    announce(t`Your scores for ${number} are saved on this phone.`)
    goToNumber()
  }

  return {
    submit: (pressed) => submit(pressed),
    isAskingWho,
    stopAsking: () => setIsAskingWho(false),
    submitAsBefore: () => submit({ timeStamp: performance.now() }, true),
    isUnderWay,
    isPausing,
    busy: isFiling,
    error: filing.error ?? moving.error,
    forgetError() {
      filing.forgetError()
      moving.forgetError()
    },
  }
}
