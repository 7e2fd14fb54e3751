// Asks why a filed sheet should not count.
import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { mostReasonLength } from '../../../../domain/scoring.ts'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { FiledWork } from './useFiled.ts'

export interface WithdrawSheetProps {
  number: string
  work: FiledWork
  onClose(): void
  onWithdraw(reason: string): Promise<void>
}

export function WithdrawSheet({ number, work, onClose, onWithdraw }: WithdrawSheetProps) {
  const { i18n } = useLingui()
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
    <Dialog
      open
      title={<Trans>Withdraw the sheet for {number}?</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Keep it</Trans>
          </Button>
          <Button variant="danger" busy={work.busy} busyLabel={<Trans>Saving…</Trans>} onClick={submit}>
            <Trans>Withdraw</Trans>
          </Button>
        </>
      }
    >
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {work.error !== undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, work.error)}
          </Notice>
        )}
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
      </form>
    </Dialog>
  )
}
