// One question with several controls, such as check boxes or radio rows: a fieldset with its legend.

import { type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Field.module.css'
import { FieldMessage } from './FieldMessage.tsx'

export interface FieldGroupProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** The target of an ErrorSummary's link. */
  id?: string | undefined
  children: ReactNode
}

export function FieldGroup({ label, hint, error, id, children }: FieldGroupProps) {
  const madeUp = useId()
  const groupId = id ?? madeUp
  const hasHint = hint !== undefined && hint !== null
  const hasError = Boolean(error)
  return (
    <fieldset
      id={groupId}
      tabIndex={-1}
      className={styles.group}
      aria-describedby={classNames(hasHint && `${groupId}-hint`, hasError && `${groupId}-error`) || undefined}
    >
      <legend className={styles.label}>{label}</legend>
      {hasHint && (
        <p id={`${groupId}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {hasError && <FieldMessage id={`${groupId}-error`}>{error}</FieldMessage>}
    </fieldset>
  )
}
