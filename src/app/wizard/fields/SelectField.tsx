// A question of a flow's form with several answers to choose from.
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '../../ui/form/Field.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { toFieldId } from '../fieldIds.ts'

export interface SelectFieldProps {
  /** The field's path in the form. */
  name: string
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  autoComplete?: string
  /** The form holds a number. */
  isNumber?: boolean
  /** The options. */
  children: ReactNode
}

export function SelectField(props: SelectFieldProps) {
  const { name, label, hint, required = false, autoComplete, isNumber = false, children } = props
  const { register, getFieldState, formState } = useFormContext()
  const { error } = getFieldState(name, formState)
  return (
    <Field
      id={toFieldId(name)}
      label={label}
      hint={hint}
      error={error?.message}
      required={required}
      optional={!required}
    >
      <Select autoComplete={autoComplete} {...register(name, isNumber ? { valueAsNumber: true } : {})}>
        {children}
      </Select>
    </Field>
  )
}
