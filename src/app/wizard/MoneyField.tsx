// An amount in dollars, shaped while it is typed (spec/public 5, currency inputs).
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { NumericFormat } from 'react-number-format'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toFieldId } from './fieldIds.ts'

// spec/public 5: at most 7 integer digits
export const mostIntegerDigits = 7

export interface MoneyFieldProps {
  /** The field's path in the form, which holds the plain number as text. */
  name: string
  label: ReactNode
  hint?: ReactNode
}

export function MoneyField({ name, label, hint }: MoneyFieldProps) {
  const { field, fieldState } = useController({ name })
  return (
    <Field id={toFieldId(name)} label={label} hint={hint} error={fieldState.error?.message} required>
      <NumericFormat
        customInput={TextInput}
        inputMode="decimal"
        autoComplete="transaction-amount"
        enterKeyHint="next"
        name={field.name}
        getInputRef={field.ref}
        value={String(field.value ?? '')}
        valueIsNumericString
        prefix="$"
        thousandSeparator=","
        decimalSeparator="."
        // the keys of a phone may offer only one of the two
        allowedDecimalSeparators={['.', ',']}
        decimalScale={2}
        allowNegative={false}
        allowLeadingZeros={false}
        isAllowed={({ value }) => (dropZeros(value).split('.')[0] ?? '').length <= mostIntegerDigits}
        onValueChange={({ value }, { source }) => {
          if (source === 'event') field.onChange(dropZeros(value))
        }}
        onBlur={field.onBlur}
      />
    </Field>
  )
}

/** The mask itself drops leading zeros only when the field is left. */
function dropZeros(value: string): string {
  return value.replace(/^0+(?=\d)/, '')
}
