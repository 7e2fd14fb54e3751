// One of two to four choices side by side, such as the days of a show.

import { type ReactNode, useId } from 'react'
import { VisuallyHidden } from '../VisuallyHidden.tsx'
import styles from './Segment.module.css'

export interface SegmentOption<V extends string> {
  value: V
  label: ReactNode
  /** A second, smaller line. */
  note?: ReactNode
}

export interface SegmentProps<V extends string> {
  /** What is being chosen. For screen readers only. */
  label: string
  options: readonly SegmentOption<V>[]
  value: V
  onChange: (value: V) => void
}

export function Segment<V extends string>({ label, options, value, onChange }: SegmentProps<V>) {
  const name = useId()
  return (
    <fieldset>
      <legend>
        <VisuallyHidden>{label}</VisuallyHidden>
      </legend>
      <div className={styles.segment}>
        {options.map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
            {option.note !== undefined && <span className={styles.note}>{option.note}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
