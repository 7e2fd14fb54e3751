// A step with fields: its screen, its faults, and the Next button.
import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent, SyntheticEvent } from 'react'
import { useEffect, useId } from 'react'
import { useSessionState } from '../session/SessionContext.tsx'
import { toFailureText } from '../text/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { buttonClass } from '../ui/buttonClass.ts'
import { ErrorSummary } from '../ui/form/ErrorSummary.tsx'
import { Notice } from '../ui/Notice.tsx'
import { toFieldId } from './fieldIds.ts'
import type { Step, StepFault, WizardValues } from './flow.ts'
import { WizardBar } from './WizardBar.tsx'
import { useWizard } from './wizardContext.ts'

export interface FormStepProps<V extends WizardValues> {
  step: Step<V>
  isComplete: boolean
  isDeadEnd: boolean
  /** The number of tries to go on with faults. */
  attempt: number
  /** The failure that made this step incomplete after the person had left it. */
  mended: unknown
  /** Shown after the first try. */
  faults: readonly StepFault[]
  /** Says what Next does, if it does more than to show the next step. */
  nextNote: string | undefined
  onNext(): void
}

export function FormStep<V extends WizardValues>({
  step,
  isComplete,
  isDeadEnd,
  attempt,
  mended,
  faults,
  nextNote,
  onNext,
}: FormStepProps<V>) {
  const { i18n, t } = useLingui()
  const { isLapsed } = useSessionState()
  const { leave, unsaved } = useWizard()
  const noteId = useId()
  const first = faults[0]?.field
  // Each try scrolls to the first fault, because the list of faults may have pushed it away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each try, not with each letter
  useEffect(() => {
    if (attempt > 0 && first !== undefined) focusField(toFieldId(first))
  }, [attempt])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    onNext()
  }
  // Enter on a phone's keyboard means "next": it goes to the next field, after the last one to the next step.
  const goToNextField = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || isComplete || event.defaultPrevented || event.nativeEvent.isComposing) return
    const next = findNextField(event.currentTarget, event.target)
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    <form className="stack" noValidate onSubmit={submit} onKeyDown={goToNextField} autoComplete="on">
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
      {isDeadEnd ? (
        <WizardBar hasBack={false}>
          <Button onClick={leave}>
            <Trans>Go back</Trans>
          </Button>
        </WizardBar>
      ) : (
        <WizardBar
          note={
            <span id={noteId}>
              {!isComplete
                ? attempt > 0
                  ? t`Something is still missing in this step.`
                  : t`Press Next to see whether anything is missing.`
                : isLapsed
                  ? t`Nothing of this form is kept on this device until you sign in again.`
                  : (nextNote ?? (unsaved === undefined ? t`What you type is kept on this device.` : null))}
            </span>
          }
        >
          {/* the main button only for a complete step; a press before that shows what is missing */}
          <button
            type="submit"
            // the field keeps the focus during the press: a new message below it would move the button
            onMouseDown={(event) => event.preventDefault()}
            className={buttonClass({ variant: isComplete ? 'primary' : 'secondary' })}
            aria-disabled={!isComplete || undefined}
            aria-describedby={noteId}
          >
            <Trans>Next</Trans>
          </button>
        </WizardBar>
      )}
    </form>
  )
}

/** Undefined after the last field, and from an element that takes no text. */
function findNextField(form: HTMLFormElement, from: EventTarget): HTMLElement | undefined {
  const fields = [...form.querySelectorAll<HTMLElement>('input:not([type="checkbox"]), select')]
  const at = fields.indexOf(from as HTMLElement)
  return at < 0 ? undefined : fields[at + 1]
}

function focusField(id: string): void {
  const field = document.getElementById(id)
  // a field that already has the focus would not be announced again
  if (field === document.activeElement) field?.blur()
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
