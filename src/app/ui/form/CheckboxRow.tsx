// A check box. The whole row is its label.

import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import styles from './choice.module.css'
import { FieldMessage } from './FieldMessage.tsx'

export interface CheckboxRowProps
  extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'size' | 'children'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

export function CheckboxRow({ label, hint, error, id, ...rest }: CheckboxRowProps) {
  const madeUp = useId()
  const inputId = id ?? madeUp
  const hasHint = hint !== undefined && hint !== null
  const hasError = Boolean(error)
  return (
    <div>
      <label className={styles.row} htmlFor={inputId}>
        <input
          {...rest}
          id={inputId}
          type="checkbox"
          className={styles.box}
          aria-invalid={hasError || undefined}
          aria-describedby={
            classNames(hasHint && `${inputId}-hint`, hasError && `${inputId}-error`) || undefined
          }
        />
        <span>{label}</span>
        {hasHint && (
          <span id={`${inputId}-hint`} className={styles.hint}>
            {hint}
          </span>
        )}
      </label>
      {hasError && <FieldMessage id={`${inputId}-error`}>{error}</FieldMessage>}
    </div>
  )
}
