// Beneath the thumb: what is filled in now and how much is set, the keys, and Submit.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useJudgingState } from '../JudgeContext.tsx'
import { listUnset, type ScoreSheet, type ScoringAct } from '../sheet.ts'
import styles from './ScoreFoot.module.css'
import { ScorePad } from './ScorePad.tsx'
import type { SheetKeeper } from './useScoring.ts'
import type { Submitting } from './useSubmitSheet.ts'

export interface ScoreFootProps {
  form: JudgingForm
  keeper: SheetKeeper
  activeCriterion: Criterion | undefined
  /** The number is none of this phone's list. */
  isUnknownCar: boolean
  submitting: Submitting
  submitButton: RefObject<HTMLButtonElement | null>
  onPress(done: ScoringAct): void
}

export function ScoreFoot(props: ScoreFootProps) {
  const { form, keeper, activeCriterion, isUnknownCar, submitting, submitButton, onPress } = props
  const { t } = useLingui()
  const state = useJudgingState()
  const { sheet, isAsking } = keeper.scoring
  return (
    <section className={styles.foot} aria-label={t`Score keys`} data-action-bar="">
      <Unkept submitting={submitting} isUnkept={keeper.isUnkept} />
      <div className={styles.keys}>
        <div className={styles.head}>
          {isAsking ? (
            <Question form={form} sheet={sheet} isUnknownCar={isUnknownCar} />
          ) : (
            <Progress form={form} sheet={sheet} activeCriterion={activeCriterion} />
          )}
        </div>
        <ScorePad criterion={activeCriterion} sheet={sheet} onPress={onPress} />
      </div>
      <Button
        ref={submitButton}
        variant="primary"
        size="scoring"
        full
        busy={submitting.busy}
        busyLabel={<Trans>Saving…</Trans>}
        disabledReason={state === 'open' ? undefined : t`Judging has not begun yet.`}
        onClick={submitting.submit}
      >
        <SubmitWords number={sheet.number} isAsking={isAsking} />
      </Button>
    </section>
  )
}

/** The sheet could not be saved, or its last tap not be kept. */
function Unkept({ submitting, isUnkept }: { submitting: Submitting; isUnkept: boolean }) {
  const { i18n } = useLingui()
  if (submitting.error !== undefined) {
    return (
      <Notice tone="bad" live="alert">
        {toFailureText(i18n, submitting.error)}
      </Notice>
    )
  }
  if (!isUnkept) return null
  return (
    <p className={styles.warning} role="alert">
      <Trans>This phone could not keep your last tap. Submit soon, or free some room.</Trans>
    </p>
  )
}

interface QuestionProps {
  form: JudgingForm
  sheet: ScoreSheet
  isUnknownCar: boolean
}

/** Why Submit wants a second press. */
function Question({ form, sheet, isUnknownCar }: QuestionProps) {
  const { number } = sheet
  const unset = listUnset(form, sheet)
  return (
    <p className={styles.warning} role="alert">
      {isUnknownCar && <Trans>There is no car {number} on this phone's list; the club may refuse it.</Trans>}{' '}
      {unset.length > 0 && (
        <Plural
          value={unset.length}
          one="# score is still its starting value."
          other="# scores are still starting values."
        />
      )}
    </p>
  )
}

interface ProgressProps {
  form: JudgingForm
  sheet: ScoreSheet
  activeCriterion: Criterion | undefined
}

function Progress({ form, sheet, activeCriterion }: ProgressProps) {
  const count = form.criteria.length
  const setCount = count - listUnset(form, sheet).length
  return (
    <>
      <span className={styles.title}>
        {activeCriterion === undefined ? <Trans>Car Number</Trans> : activeCriterion.title}
      </span>
      <span className={styles.count}>
        <Trans>
          {setCount} of {count} set
        </Trans>
      </span>
    </>
  )
}

function SubmitWords({ number, isAsking }: { number: string; isAsking: boolean }) {
  if (number === '') return <Trans>Submit Scores</Trans>
  if (isAsking) return <Trans>Submit Scores for {number} as shown</Trans>
  return <Trans>Submit Scores for {number}</Trans>
}
