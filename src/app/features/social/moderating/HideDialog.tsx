// Hides a post or a comment, with the reason that its author reads.
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { toPlainLine } from '../../../../domain/shapes/plainText.ts'
import { sharedLengths } from '../../../../domain/shapes/sharedLengths.ts'
import { ConfirmSend } from '../../../call/ConfirmSend.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'

interface HideDialogProps {
  postId: number
  /** With the error of the last attempt, if it failed. */
  onClose(error: unknown): void
  onDone(): void
}

export function HideDialog({ postId, onClose, onDone }: HideDialogProps) {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const reason = toPlainLine(typed)
  return (
    <ConfirmSend
      action="hide_post"
      input={{ postId, hidden: true, reason }}
      title={<Trans>Hide it?</Trans>}
      confirm={<Trans>Hide</Trans>}
      missing={reason === '' ? t`Write the reason. Its author reads it.` : undefined}
      below={
        <Field label={t`Reason, which its author reads`} required>
          <TextInput
            name="reason"
            autoComplete="off"
            maxLength={sharedLengths.hiddenReason}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
      }
      onClose={onClose}
      onDone={onDone}
    >
      <Trans>Only its author and moderators see it then. Its reports are closed.</Trans>
    </ConfirmSend>
  )
}
