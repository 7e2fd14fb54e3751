// One question: label, hint, control and message, connected by ids with the control inside.

import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { classNames } from '../classNames.ts'
import styles from './Field.module.css'
import { FieldMessage } from './FieldMessage.tsx'
import { FieldContext } from './fieldContext.ts'

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong, in one sentence. */
  error?: ReactNode
  /** Announces a new error. For errors from the server's answer, when no ErrorSummary takes the focus. */
  announced?: boolean | undefined
  /** Says "(optional)" after the label. */
  optional?: boolean | undefined
  required?: boolean | undefined
  /** The control's id, to which an ErrorSummary links. Generated if missing. */
  id?: string | undefined
  /** TextInput, TextArea, PasswordInput or Select. */
  children: ReactNode
}

export function Field({
  label,
  hint,
  error,
  announced = false,
  optional,
  required = false,
  id,
  children,
}: FieldProps) {
  const madeUp = useId()
  const controlId = id ?? madeUp
  const hintId = `${controlId}-hint`
  const errorId = `${controlId}-error`
  const hasHint = hint !== undefined && hint !== null
  const hasError = Boolean(error)
  const describedBy = classNames(hasHint && hintId, hasError && errorId) || undefined
  const message = hasError && <FieldMessage id={errorId}>{error}</FieldMessage>
  return (
    <div className={styles.field}>
      <label htmlFor={controlId} className={styles.label}>
        {label}
        {optional && (
          <span className={styles.optional}>
            {' '}
            <Trans>(optional)</Trans>
          </span>
        )}
      </label>
      {hasHint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldContext value={{ id: controlId, describedBy, invalid: hasError, required }}>
        {children}
      </FieldContext>
      {announced ? (
        <div role="alert" className={styles.announced}>
          {message}
        </div>
      ) : (
        message
      )}
    </div>
  )
}
