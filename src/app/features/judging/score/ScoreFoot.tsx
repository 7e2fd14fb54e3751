// At the thumb: the active field, how much is set, the keys, and Submit.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { useJudgingState } from '../JudgeContext.tsx'
import type { FiledSheet } from '../myCars.ts'
import { listUnset, type ScoreSheet, type ScoringAction } from '../sheet.ts'
import styles from './ScoreFoot.module.css'
import { ScorePad } from './ScorePad.tsx'
import type { SheetDraft } from './useScoring.ts'
import type { Submitting } from './useSubmitSheet.ts'

export interface ScoreFootProps {
  form: JudgingForm
  draft: SheetDraft
  activeCriterion: Criterion | undefined
  /** The sheet that the form shows as filed. */
  filed: FiledSheet | undefined
  /** The number is not on this phone's list. */
  isUnknownCar: boolean
  submitting: Submitting
  submitButton: RefObject<HTMLButtonElement | null>
  onPress(done: ScoringAction): void
}

export function ScoreFoot(props: ScoreFootProps) {
  const { form, draft, activeCriterion, filed, isUnknownCar, submitting, submitButton, onPress } = props
  const { t } = useLingui()
  const state = useJudgingState()
  const { sheet, needsConfirmation } = draft.scoring
  return (
    <section className={styles.foot} aria-label={t`Score keys`} data-action-bar="">
      <UnsavedNotice submitting={submitting} isUnsaved={draft.isUnsaved} />
      <div className={styles.keys}>
        <div className={styles.head}>
          {needsConfirmation ? (
            <ConfirmationReason form={form} sheet={sheet} isUnknownCar={isUnknownCar} />
          ) : (
            <Progress form={form} sheet={sheet} filed={filed} activeCriterion={activeCriterion} />
          )}
        </div>
        <ScorePad
          criterion={activeCriterion}
          sheet={sheet}
          hasMovedOn={draft.scoring.hasMovedOn === true}
          onPress={onPress}
        />
      </div>
      <Button
        ref={submitButton}
        variant="primary"
        size="scoring"
        full
        busy={submitting.busy}
        busyLabel={<Trans>Saving…</Trans>}
        disabledReason={
          state !== 'open'
            ? t`Judging has not begun yet.`
            : draft.isElsewhere
              ? t`This sheet is open in another tab.`
              : sheet.isUntouched
                ? t`Nothing has been changed since this sheet was sent.`
                : undefined
        }
        onClick={submitting.submit}
      >
        <SubmitWords number={sheet.number} needsConfirmation={needsConfirmation} />
      </Button>
    </section>
  )
}

/** The sheet could not be saved in the outbox, or its last tap not on the device. */
function UnsavedNotice({ submitting, isUnsaved }: { submitting: Submitting; isUnsaved: boolean }) {
  const { i18n } = useLingui()
  if (submitting.error !== undefined) {
    return (
      <Notice tone="bad" live="alert">
        {toFailureText(i18n, submitting.error)}
      </Notice>
    )
  }
  if (!isUnsaved) return null
  return (
    <p className={styles.warning} role="alert">
      <Trans>This phone could not keep your last tap. Submit soon, or free some room.</Trans>
    </p>
  )
}

interface ConfirmationReasonProps {
  form: JudgingForm
  sheet: ScoreSheet
  isUnknownCar: boolean
}

/** Why Submit needs a second press. */
function ConfirmationReason({ form, sheet, isUnknownCar }: ConfirmationReasonProps) {
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
  filed: FiledSheet | undefined
  activeCriterion: Criterion | undefined
}

function Progress({ form, sheet, filed, activeCriterion }: ProgressProps) {
  if (sheet.isUntouched) {
    return (
      <span className={styles.sent}>
        {filed?.entry !== undefined && filed.entry.state !== 'accepted' ? (
          <Trans>This is what you submitted; it has not been sent yet. To correct it, change a score.</Trans>
        ) : (
          <Trans>This is what you sent. To correct it, change a score.</Trans>
        )}
      </span>
    )
  }
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

function SubmitWords({ number, needsConfirmation }: { number: string; needsConfirmation: boolean }) {
  if (number === '') return <Trans>Submit Scores</Trans>
  if (needsConfirmation) return <Trans>Submit Scores for {number} as shown</Trans>
  return <Trans>Submit Scores for {number}</Trans>
}
