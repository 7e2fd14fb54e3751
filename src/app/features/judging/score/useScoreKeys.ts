// What a key does, on the pad or on a keyboard, and the words in which it is read out.
import { useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, RefObject } from 'react'
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import { listUnset, type Scoring, type ScoringAct } from '../sheet.ts'
import type { SheetKeeper } from './useScoring.ts'
import type { Submitting } from './useSubmitSheet.ts'

export interface ScoreKeys {
  press(done: ScoringAct): void
  /** Enter: the field is done with. */
  confirm(event: KeyboardEvent): void
}

export interface ScoreKeysOptions {
  form: JudgingForm
  keeper: SheetKeeper
  activeCriterion: Criterion | undefined
  submitting: Submitting
  /** Takes the focus when nothing is missing any more. */
  submitButton: RefObject<HTMLButtonElement | null>
  say(text: string): void
  wantFocus(): void
}

export function useScoreKeys(options: ScoreKeysOptions): ScoreKeys {
  const { form, keeper, activeCriterion, submitting, submitButton, say, wantFocus } = options
  const { t } = useLingui()
  const { active } = keeper.scoring

  const announce = (next: Scoring, criterion: Criterion) => {
    const score = next.sheet.scores[criterion.id]
    if (score === undefined) return
    const following = form.criteria.find(({ id }) => id === next.active)
    const { title } = criterion
    if (following === undefined || following.id === criterion.id) say(t`${title}: ${score}`)
    else {
      const then = following.title
      say(t`${title}: ${score}. Next: ${then}`)
    }
  }

  return {
    press(done) {
      if (submitting.isUnderWay.current) return
      submitting.forgetError()
      const next = keeper.act(done)
      // a keyboard's own field is read out by itself
      if (activeCriterion !== undefined && (done.type === 'score' || done.type === 'digit')) {
        announce(next, activeCriterion)
      }
    },
    confirm(event) {
      event.preventDefault()
      if (submitting.isUnderWay.current) return
      wantFocus()
      const next = keeper.act({ type: 'confirm' })
      if (activeCriterion !== undefined) announce(next, activeCriterion)
      if (next.active === active && listUnset(form, next.sheet).length === 0) submitButton.current?.focus()
    },
  }
}
