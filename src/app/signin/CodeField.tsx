// The field for a code that people have from a mail or from another device.
import { Trans } from '@lingui/react/macro'
import type { ReactNode, Ref } from 'react'
import { Field } from '../ui/form/Field.tsx'
import { TextInput } from '../ui/form/TextInput.tsx'

export interface CodeFieldProps {
  /** "Code from your e-mail", if left out. */
  label?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  value: string
  /** What the key of the screen's keyboard does. */
  enterKeyHint: 'next' | 'done'
  ref: Ref<HTMLInputElement>
  onType(typed: string): void
}

/** Longer than any code, with the spaces and dashes that come along. */
const mostLength = 64

export function CodeField({ label, hint, error, value, enterKeyHint, ref, onType }: CodeFieldProps) {
  return (
    <Field label={label ?? <Trans>Code from your e-mail</Trans>} hint={hint} error={error} announced required>
      <TextInput
        ref={ref}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint={enterKeyHint}
        maxLength={mostLength}
        value={value}
        onChange={(event) => onType(event.target.value)}
      />
    </Field>
  )
}
