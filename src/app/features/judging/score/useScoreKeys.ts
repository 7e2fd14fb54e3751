// What a key does, on the pad or on a keyboard, and what a screen reader announces.
import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, RefObject } from 'react'
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import { type CarRow, listNumbers } from '../myCars.ts'
import { listUnset, type Scoring, type ScoringAction } from '../sheet.ts'
import type { SheetDraft } from './useScoring.ts'
import type { Submitting } from './useSubmitSheet.ts'

export interface ScoreKeys {
  press(done: ScoringAction): void
  /** Enter: the field is complete. */
  confirm(event: KeyboardEvent): void
}

export interface ScoreKeysOptions {
  form: JudgingForm
  draft: SheetDraft
  rows: readonly CarRow[]
  activeCriterion: Criterion | undefined
  submitting: Submitting
  /** Gets the focus when nothing is missing any more. */
  submitButton: RefObject<HTMLButtonElement | null>
  announce(text: string): void
  wantFocus(): void
  /** The form shows no scores: first the judge says whether it may replace those that the club has. */
  isClosed: boolean
}

export function useScoreKeys(options: ScoreKeysOptions): ScoreKeys {
  const { form, draft, rows, activeCriterion, submitting, submitButton, announce, wantFocus, isClosed } =
    options
  const { t } = useLingui()
  const { active } = draft.scoring

  const announceScore = (next: Scoring, criterion: Criterion) => {
    const score = next.sheet.scores[criterion.id]
    if (score === undefined) return
    const following = form.criteria.find(({ id }) => id === next.active)
    const { title } = criterion
    if (following === undefined || following.id === criterion.id) announce(t`${title}: ${score}`)
    else {
      const then = following.title
      announce(t`${title}: ${score}. Next: ${then}`)
    }
  }

  return {
    press(done) {
      if (submitting.isUnderWay.current || isClosed) return
      submitting.forgetError()
      const { number } = draft.scoring.sheet
      const next = draft.act(done.type === 'digit' ? { ...done, numbers: listNumbers(rows) } : done)
      if (next.sheet.number !== number && isListed(rows, next.sheet.number)) navigator.vibrate?.(tapMs)
      const scored = activeCriterion ?? (next.sheet.number === number ? findScored(form, next) : undefined)
      // a screen reader announces the keyboard's own field by itself
      if (scored !== undefined && (done.type === 'score' || done.type === 'digit')) {
        announceScore(next, scored)
      }
    },
    confirm(event) {
      event.preventDefault()
      if (submitting.isUnderWay.current) return
      wantFocus()
      const next = draft.act({ type: 'confirm' })
      if (activeCriterion !== undefined) announceScore(next, activeCriterion)
      if (next.active === active && listUnset(form, next.sheet).length === 0) submitButton.current?.focus()
    },
  }
}

/** How long the phone shakes when another car is on the form. */
const tapMs = 30

function isListed(rows: readonly CarRow[], number: string): boolean {
  return rows.some((row) => row.car !== undefined && row.number === number)
}

/** The criterion that a digit typed at the number has scored. */
function findScored(form: JudgingForm, { sheet, active }: Scoring): Criterion | undefined {
  if (active === 'number') return undefined
  return form.criteria.findLast(({ id }) => sheet.scores[id] !== undefined)
}
