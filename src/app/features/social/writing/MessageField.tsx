// The words of a post or comment. What is too long stays, and says so: nothing that was pasted is cut.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { sharedLengths } from '../../../../domain/shapes/sharedLengths.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'

const most = sharedLengths.post
/** From so many characters left the field counts them. */
const countedFrom = 200

interface MessageFieldProps {
  label: ReactNode
  rows: number
  value: string
  /** Another fault of it. */
  error: string | undefined
  onChange(message: string): void
}

export const isTooLong = (message: string): boolean => message.length > most

export function MessageField({ label, rows, value, error, onChange }: MessageFieldProps) {
  const { t } = useLingui()
  const left = most - value.length
  return (
    <Field
      label={label}
      hint={
        left >= 0 && left < countedFrom ? (
          <Trans>
            {left} of {most} characters left
          </Trans>
        ) : undefined
      }
      error={left < 0 ? t`At most ${most} characters: make it ${-left} shorter.` : error}
      announced
    >
      <TextArea name="message" rows={rows} value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}
