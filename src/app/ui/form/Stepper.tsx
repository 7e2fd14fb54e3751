// A small whole number with buttons for one less and one more.

import { useLingui } from '@lingui/react/macro'
import { Minus, Plus } from 'lucide-react'
import { useFieldWiring } from './fieldContext.ts'
import styles from './Stepper.module.css'

export interface StepperProps {
  value: number
  min?: number
  max?: number
  onChange: (value: number) => void
  /** What is counted, if no Field says it. */
  label?: string
  id?: string
}

export function Stepper({
  value,
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
  onChange,
  label,
  id,
}: StepperProps) {
  const { t } = useLingui()
  const wiring = useFieldWiring({ id })
  const canLess = value > min
  const canMore = value < max
  // at a limit the button stays focusable: a disabled button would lose the focus
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would ask for a legend that the Field already gives
    <div
      className={styles.stepper}
      role="group"
      aria-label={label}
      aria-describedby={wiring['aria-describedby']}
    >
      <button
        type="button"
        aria-label={t`Less`}
        aria-disabled={!canLess || undefined}
        onClick={() => canLess && onChange(value - 1)}
      >
        <Minus size={22} aria-hidden="true" />
      </button>
      <output id={wiring.id} className={styles.value}>
        {value}
      </output>
      <button
        type="button"
        aria-label={t`More`}
        aria-disabled={!canMore || undefined}
        onClick={() => canMore && onChange(value + 1)}
      >
        <Plus size={22} aria-hidden="true" />
      </button>
    </div>
  )
}
