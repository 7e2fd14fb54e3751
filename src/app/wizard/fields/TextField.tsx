// A question of a flow's form with one line of text as its answer.
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '../../ui/form/Field.tsx'
import { TextInput, type TextInputProps } from '../../ui/form/TextInput.tsx'
import { toFieldId } from '../fieldIds.ts'

export interface TextFieldProps extends Omit<TextInputProps, 'name' | 'id' | 'required'> {
  /** The field's path in the form. */
  name: string
  label: ReactNode
  hint?: ReactNode
  required?: boolean
}

export function TextField({ name, label, hint, required = false, ...input }: TextFieldProps) {
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
      <TextInput enterKeyHint="next" {...input} {...register(name)} />
    </Field>
  )
}
