// An amount in dollars as a field of a wizard.
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { Field } from '../../ui/form/Field.tsx'
import { toFieldId } from '../fieldIds.ts'
import { AmountInput } from './AmountInput.tsx'

export interface MoneyFieldProps {
  /** The field's path in the form. It holds plain dollars as text, or a text that is not clear. */
  name: string
  label: ReactNode
  hint?: ReactNode
}

export function MoneyField({ name, label, hint }: MoneyFieldProps) {
  const { field, fieldState } = useController({ name })
  return (
    <Field id={toFieldId(name)} label={label} hint={hint} error={fieldState.error?.message} required>
      <AmountInput
        autoComplete="transaction-amount"
        name={field.name}
        getInputRef={field.ref}
        text={String(field.value ?? '')}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  )
}
