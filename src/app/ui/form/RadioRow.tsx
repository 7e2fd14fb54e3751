// One of several choices in a FieldGroup. The whole row is its label.

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import styles from './choice.module.css'

export interface RadioRowProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'size' | 'children'> {
  label: ReactNode
  hint?: ReactNode
}

export function RadioRow({ label, hint, id, ...rest }: RadioRowProps) {
  const madeUp = useId()
  const inputId = id ?? madeUp
  const hasHint = hint !== undefined && hint !== null
  return (
    <label className={styles.row} htmlFor={inputId}>
      <input
        {...rest}
        id={inputId}
        type="radio"
        className={classNames(styles.box, styles.circle)}
        aria-describedby={hasHint ? `${inputId}-hint` : undefined}
      />
      <span>{label}</span>
      {hasHint && (
        <span id={`${inputId}-hint`} className={styles.hint}>
          {hint}
        </span>
      )}
    </label>
  )
}
