// An amount in dollars, shaped while it is typed.
import { type InputEvent, type ReactNode, useRef } from 'react'
import { useController } from 'react-hook-form'
import { NumericFormat } from 'react-number-format'
import { Field } from '../../ui/form/Field.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { toFieldId } from '../fieldIds.ts'

// at most 7 integer digits
export const mostIntegerDigits = 7

export interface MoneyFieldProps {
  /** The field's path in the form, which holds the plain number as text. */
  name: string
  label: ReactNode
  hint?: ReactNode
}

export function MoneyField({ name, label, hint }: MoneyFieldProps) {
  const { field, fieldState } = useController({ name })
  // A comma that has begun the cents stood between thousands once a third digit comes: "25,50", yet "1,000".
  const hasComma = useRef(false)
  const readComma = ({ data: typed, currentTarget: input }: InputEvent<HTMLInputElement>) => {
    const { value, selectionStart } = input
    if (typed === ',' || typed === '.') {
      if (!value.includes('.')) hasComma.current = typed === ','
    } else if (
      hasComma.current &&
      /^\d$/.test(typed) &&
      /\.\d\d$/.test(value) &&
      selectionStart === value.length
    ) {
      // the digit is put after what the mask is told here
      input.value = value.replace('.', '')
    }
  }
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
        // the keys of a phone may have only one of the two
        allowedDecimalSeparators={['.', ',']}
        decimalScale={2}
        allowNegative={false}
        allowLeadingZeros={false}
        isAllowed={({ value }) => (dropZeros(value).split('.')[0] ?? '').length <= mostIntegerDigits}
        onBeforeInput={readComma}
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
