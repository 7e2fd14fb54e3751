// A step with fields: its screen, what is wrong in it, and the way on.
import { Trans, useLingui } from '@lingui/react/macro'
import type { SyntheticEvent } from 'react'
import { useEffect, useId } from 'react'
import { useSessionState } from '../session/SessionContext.tsx'
import { toFailureText } from '../text/failureText.ts'
import { buttonClass } from '../ui/buttonClass.ts'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Notice } from '../ui/Notice.tsx'
import styles from './FormStep.module.css'
import { toFieldId } from './fieldIds.ts'
import type { Fault, Step, WizardValues } from './flow.ts'
import { WizardBar } from './WizardBar.tsx'

export interface FormStepProps<V extends WizardValues> {
  step: Step<V>
  isComplete: boolean
  /** Counts the tries to go on with faults. */
  attempt: number
  /** What made this step incomplete after it had been left. */
  mended: unknown
  /** Once somebody has tried. */
  faults: readonly Fault[]
  onNext(): void
}

export function FormStep<V extends WizardValues>({
  step,
  isComplete,
  attempt,
  mended,
  faults,
  onNext,
}: FormStepProps<V>) {
  const { i18n, t } = useLingui()
  const { isLapsed } = useSessionState()
  const noteId = useId()
  const first = faults[0]?.field
  // Each try leads to the first fault, wherever the list of all of them has pushed it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each try, not with each letter
  useEffect(() => {
    if (attempt > 0 && first !== undefined) focusField(toFieldId(first))
  }, [attempt])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onNext()
  }
  return (
    <form className={styles.step} noValidate onSubmit={submit} autoComplete="on">
      {faults.length > 1 && (
        <ErrorSummary
          faults={faults.map(({ field, message }) => ({ id: toFieldId(field), message }))}
          attempt={attempt}
          takesFocus={false}
        />
      )}
      {mended !== undefined && (
        <Notice tone="warn" live="alert">
          {toFailureText(i18n, mended)}
        </Notice>
      )}
      {step.screen}
      <WizardBar
        note={
          <span id={noteId}>
            {!isComplete
              ? t`Something is still missing in this step.`
              : isLapsed
                ? t`Nothing is kept on this device until you sign in again.`
                : t`What you type is kept on this device.`}
          </span>
        }
      >
        {/* spec/public 4.3: enabled only for a complete step; a press before that shows what is missing */}
        <button
          type="submit"
          className={buttonClass({ look: 'primary' })}
          aria-disabled={!isComplete || undefined}
          data-disabled={isComplete ? undefined : ''}
          aria-describedby={noteId}
        >
          <Trans>Next</Trans>
        </button>
      </WizardBar>
    </form>
  )
}

function focusField(id: string): void {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
