// A small number that is changed by a minus and a plus button.
import { useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Stepper.module.css'

export interface StepperProps {
  /** The target of an ErrorSummary's link. */
  id: string
  /** Names what is counted. */
  label: string
  value: number
  /** A value above it can only be lowered. */
  most: number
  invalid?: boolean
  describedBy?: string | undefined
  onChange(value: number): void
}

/** At its ends a button stays focusable, so that the focus is not lost. */
export function Stepper({ id, label, value, most, invalid = false, describedBy, onChange }: StepperProps) {
  const { t } = useLingui()
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={styles.stepper}
      data-invalid={invalid ? '' : undefined}
      aria-describedby={describedBy}
    >
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      <button
        type="button"
        aria-label={t`One fewer: ${label}`}
        aria-disabled={value === 0 || undefined}
        onClick={() => value > 0 && onChange(Math.min(value - 1, most))}
      >
        <Minus aria-hidden="true" />
      </button>
      {/* the number is announced when it changes */}
      <output className={styles.value}>{value}</output>
      <button
        type="button"
        aria-label={t`One more: ${label}`}
        aria-disabled={value >= most || undefined}
        onClick={() => value < most && onChange(value + 1)}
      >
        <Plus aria-hidden="true" />
      </button>
    </fieldset>
  )
}
