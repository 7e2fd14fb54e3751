// At the thumb: the active field, how much is set, the keys, and Submit.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import type { Gone, Replaced } from '../filed/findReplaced.ts'
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
  /** It counts no more: the same scores may be sent again. */
  gone: Gone | undefined
  /** The form shows no scores. */
  isClosed: boolean
  /** What Submit would replace, where the judge has to say so again. */
  replaced: Replaced | undefined
  /** The number is not on this phone's list. */
  isUnknownCar: boolean
  submitting: Submitting
  submitButton: RefObject<HTMLButtonElement | null>
  onPress(done: ScoringAction): void
}

export function ScoreFoot(props: ScoreFootProps) {
  const { form, draft, activeCriterion, filed, gone, isClosed, submitting, submitButton, onPress } = props
  const { t, i18n } = useLingui()
  const state = useJudgingState()
  const { sheet, needsConfirmation } = draft.scoring
  return (
    <section className={styles.foot} aria-label={t`Score keys`} data-action-bar="">
      <UnsavedNotice submitting={submitting} isUnsaved={draft.isUnsaved} />
      <div className={styles.keys}>
        <div className={styles.head}>
          {needsConfirmation ? (
            <ConfirmationReason
              form={form}
              sheet={sheet}
              isUnknownCar={props.isUnknownCar}
              replaced={props.replaced}
            />
          ) : (
            !isClosed && <Progress {...{ form, sheet, filed, gone, activeCriterion }} />
          )}
        </div>
        {!isClosed && (
          <ScorePad
            criterion={activeCriterion}
            sheet={sheet}
            hasMovedOn={draft.scoring.hasMovedOn === true}
            onPress={onPress}
          />
        )}
      </div>
      <Button
        ref={submitButton}
        variant="primary"
        size="scoring"
        full
        busy={submitting.busy}
        busyLabel={<Trans>Saving…</Trans>}
        paused={submitting.isPausing}
        disabledReason={
          state !== 'open'
            ? t`Judging has not begun yet.`
            : draft.isElsewhere
              ? t`This sheet is open in another tab.`
              : isClosed
                ? t`First say whether you score this car anew.`
                : sheet.isUntouched && gone === undefined
                  ? toUntouchedReason(i18n, filed)
                  : undefined
        }
        onClick={submitting.submit}
      >
        <SubmitWords
          number={sheet.number}
          needsConfirmation={needsConfirmation}
          isAgain={gone !== undefined}
        />
      </Button>
    </section>
  )
}

/** Why an unchanged sheet is not submitted again. */
function toUntouchedReason(i18n: I18n, filed: FiledSheet | undefined): string {
  return i18n._(
    isOnItsWay(filed)
      ? msg`Nothing has been changed since you submitted this sheet.`
      : msg`Nothing has been changed since this sheet was sent.`,
  )
}

function isOnItsWay(filed: FiledSheet | undefined): boolean {
  return filed?.entry !== undefined && filed.entry.state !== 'accepted'
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
  replaced: Replaced | undefined
}

/** Why Submit needs a second press. */
function ConfirmationReason({ form, sheet, isUnknownCar, replaced }: ConfirmationReasonProps) {
  const { number } = sheet
  const unset = listUnset(form, sheet)
  return (
    <p className={styles.warning} role="alert">
      {isUnknownCar && <Trans>There is no car {number} on this phone's list; the club may refuse it.</Trans>}{' '}
      {replaced !== undefined && (
        <Trans>This replaces the sheet for {number} that you sent from another phone.</Trans>
      )}{' '}
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
  gone: Gone | undefined
  activeCriterion: Criterion | undefined
}

function Progress({ form, sheet, filed, gone, activeCriterion }: ProgressProps) {
  if (sheet.isUntouched) {
    return (
      <span className={styles.sent}>
        {gone === 'void' ? (
          <Trans>
            This is what you sent. It is void, and does not count. You can submit it again, as it is or
            changed.
          </Trans>
        ) : gone === 'withdrawn' ? (
          <Trans>
            This is what you sent. It is withdrawn, and does not count. You can submit it again, as it is or
            changed.
          </Trans>
        ) : isOnItsWay(filed) ? (
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

interface SubmitWordsProps {
  number: string
  needsConfirmation: boolean
  /** The same scores as before, in a new sheet. */
  isAgain: boolean
}

function SubmitWords({ number, needsConfirmation, isAgain }: SubmitWordsProps) {
  if (number === '') return <Trans>Submit Scores</Trans>
  if (isAgain) return <Trans>Submit Scores for {number} again</Trans>
  if (needsConfirmation) return <Trans>Submit Scores for {number} as shown</Trans>
  return <Trans>Submit Scores for {number}</Trans>
}
