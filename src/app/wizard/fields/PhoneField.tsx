// A telephone number. Only digits are stored; ten digits are formatted for reading.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { NumberFormatBase } from 'react-number-format'
import { isPlusOne } from '../../../domain/members/contact.ts'
import { toTypedPhone } from '../../../domain/shapes/personLengths.ts'
import { useClubCountry } from '../../session/useClubCountry.ts'
import { Field } from '../../ui/form/Field.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { toFieldId } from '../fieldIds.ts'

/** An American number has so many digits. */
const nationalDigits = 10

/** "(xxx) xxx-xxxx" while it is typed. A longer number is not American and stays as it is. */
export function shapePhone(digits: string): string {
  if (digits.length > nationalDigits || digits.length < 4 || /\D/.test(digits)) return digits
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)]
  return line === '' ? `(${area}) ${exchange}` : `(${area}) ${exchange}-${line}`
}

/** Other countries write theirs in other ways. */
const keep = (digits: string) => digits

export interface PhoneFieldProps {
  /** The field's path in the form. */
  name: string
  hint?: ReactNode
  autoComplete?: string
}

export function PhoneField({
  name,
  hint = <Trans>phone numbers only</Trans>,
  autoComplete = 'tel-national',
}: PhoneFieldProps) {
  const { field, fieldState } = useController({ name })
  const isAmerican = isPlusOne(useClubCountry())
  return (
    <Field
      id={toFieldId(name)}
      label={<Trans>Phone</Trans>}
      hint={hint}
      error={fieldState.error?.message}
      required
    >
      <NumberFormatBase
        customInput={TextInput}
        type="tel"
        inputMode="tel"
        autoComplete={autoComplete}
        enterKeyHint="next"
        name={field.name}
        getInputRef={field.ref}
        value={String(field.value ?? '')}
        format={isAmerican ? shapePhone : keep}
        removeFormatting={(text) => (/\p{L}/u.test(text) ? text : text.replace(/\D/g, ''))}
        isValidInputCharacter={(character) => /[\d\p{L}]/u.test(character)}
        getCaretBoundary={(shaped) => Array.from({ length: shaped.length + 1 }, () => true)}
        valueIsNumericString
        onValueChange={({ value }, { source }) => {
          if (source === 'event') field.onChange(toTypedPhone(value))
        }}
        onBlur={field.onBlur}
      />
    </Field>
  )
}
