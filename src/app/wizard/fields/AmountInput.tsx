// An amount in dollars, formatted while it is typed. What could mean two amounts stays as it was written.
import { type FocusEventHandler, type Ref, useRef } from 'react'
import { NumberFormatBase } from 'react-number-format'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { type AmountText, showAmount, typeAmount } from './amountText.ts'

export interface AmountInputProps {
  /** Plain dollars, which may be half typed, or a text that is not clear. */
  text: string
  onChange(text: string): void
  /** The new text after the shown text has become `raw`. */
  type?: (before: AmountText, raw: string) => AmountText
  name?: string
  autoComplete?: string
  getInputRef?: Ref<HTMLInputElement>
  onBlur?: FocusEventHandler<HTMLInputElement>
}

export function AmountInput({ text, onChange, type = typeAmount, getInputRef, ...rest }: AmountInputProps) {
  const hasComma = useRef(false)
  const last = useRef<AmountText>({ text, hasComma: false })
  /** Called for what the person has changed, and then once more for what is shown instead. */
  const read = (raw: string, change?: object): string => {
    if (change === undefined && raw === showAmount(last.current.text)) return last.current.text
    last.current = type({ text, hasComma: hasComma.current }, raw)
    return last.current.text
  }
  return (
    <NumberFormatBase
      {...rest}
      {...(getInputRef === undefined ? {} : { getInputRef })}
      customInput={TextInput}
      inputMode="decimal"
      enterKeyHint="next"
      value={text}
      valueIsNumericString
      format={showAmount}
      removeFormatting={read}
      isValidInputCharacter={(character) => character !== '$' && character !== ','}
      getCaretBoundary={(shown) => Array.from({ length: shown.length + 1 }, () => true)}
      onValueChange={({ value }, { source }) => {
        if (source !== 'event') return
        hasComma.current = last.current.hasComma
        onChange(value)
      }}
    />
  )
}
