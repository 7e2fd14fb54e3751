// An amount in dollars, formatted while it is typed. What could mean two amounts stays as it was written.
import { type ReactNode, useRef } from 'react'
import { useController } from 'react-hook-form'
import { NumberFormatBase } from 'react-number-format'
import { Field } from '../../ui/form/Field.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { toFieldId } from '../fieldIds.ts'
import { type AmountText, showAmount, typeAmount } from './amountText.ts'

export interface MoneyFieldProps {
  /** The field's path in the form. It holds plain dollars as text, or a text that is not clear. */
  name: string
  label: ReactNode
  hint?: ReactNode
}

export function MoneyField({ name, label, hint }: MoneyFieldProps) {
  const { field, fieldState } = useController({ name })
  const text = String(field.value ?? '')
  const hasComma = useRef(false)
  const last = useRef<AmountText>({ text, hasComma: false })
  /** Called for what the person has changed, and then once more for what is shown instead. */
  const read = (raw: string, change?: object): string => {
    if (change === undefined && raw === showAmount(last.current.text)) return last.current.text
    last.current = typeAmount({ text, hasComma: hasComma.current }, raw)
    return last.current.text
  }
  return (
    <Field id={toFieldId(name)} label={label} hint={hint} error={fieldState.error?.message} required>
      <NumberFormatBase
        customInput={TextInput}
        inputMode="decimal"
        autoComplete="transaction-amount"
        enterKeyHint="next"
        name={field.name}
        getInputRef={field.ref}
        value={text}
        valueIsNumericString
        format={showAmount}
        removeFormatting={read}
        isValidInputCharacter={(character) => character !== '$' && character !== ','}
        getCaretBoundary={(shown) => Array.from({ length: shown.length + 1 }, () => true)}
        onValueChange={({ value }, { source }) => {
          if (source !== 'event') return
          hasComma.current = last.current.hasComma
          field.onChange(value)
        }}
        onBlur={field.onBlur}
      />
    </Field>
  )
}
