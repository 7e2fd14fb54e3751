// Asks why a filed sheet should not count.
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { mostReasonLength } from '../../../../domain/scoring.ts'
import { Field } from '../../../ui/form/Field.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { FiledDialog } from './FiledDialog.tsx'
import type { FiledWork } from './useFiled.ts'

export interface WithdrawSheetProps {
  number: string
  work: FiledWork
  onClose(): void
  onWithdraw(reason: string): Promise<void>
}

export function WithdrawSheet({ number, work, onClose, onWithdraw }: WithdrawSheetProps) {
  const [typed, setTyped] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const [wasTried, setWasTried] = useState(false)
  const reason = typed.trim()
  const submit = () => {
    setWasTried(true)
    if (reason === '') input.current?.focus()
    else if (!work.busy) void onWithdraw(reason)
  }
  return (
    <FiledDialog
      title={<Trans>Withdraw the sheet for {number}?</Trans>}
      work={work}
      variant="danger"
      keep={<Trans>Keep it</Trans>}
      go={<Trans>Withdraw</Trans>}
      onClose={onClose}
      onGo={submit}
    >
      <Field
        label={<Trans>Why should it not count?</Trans>}
        hint={<Trans>The officers read it beside the sheet.</Trans>}
        announced
        error={wasTried && reason === '' ? <Trans>Say why, in a few words.</Trans> : undefined}
      >
        <TextInput
          ref={input}
          data-autofocus=""
          autoComplete="off"
          maxLength={mostReasonLength}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <p className="small muted">
        <Trans>No score of yours counts for {number} then, until you send another sheet.</Trans>
      </p>
    </FiledDialog>
  )
}
