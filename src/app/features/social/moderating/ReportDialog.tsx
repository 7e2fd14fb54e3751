// Tells the moderators what is wrong with a post or comment.
import { Trans, useLingui } from '@lingui/react/macro'
import { type SyntheticEvent, useId, useState } from 'react'
import type { Input } from '../../../../contract/index.ts'
import { sharedLengths } from '../../../../domain/shapes/sharedLengths.ts'
import { useIsOffline } from '../../../call/useIsOffline.ts'
import { useSend } from '../../../call/useSend.ts'
import { toFailureText } from '../../../text/failureText.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextArea } from '../../../ui/form/TextArea.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import { useUnsaved } from '../../../useUnsaved.ts'
import { useReasonTexts } from './useReasonTexts.ts'

type Reason = Input<'report_post'>['reason']

interface ReportDialogProps {
  postId: number
  onClose(): void
  onReported(): void
}

export function ReportDialog({ postId, onClose, onReported }: ReportDialogProps) {
  const { t, i18n } = useLingui()
  const formId = useId()
  const isOffline = useIsOffline()
  const reasons = useReasonTexts()
  const [reason, setReason] = useState<Reason | ''>('')
  const [isTried, setIsTried] = useState(false)
  const [note, setNote] = useState('')
  const { send, busy, error } = useSend('report_post')
  useUnsaved(note !== '')
  const report = async (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (busy || isOffline || reason === '') return
    if ((await send({ postId, reason, note })) !== undefined) onReported()
  }
  return (
    <Dialog
      open
      title={<Trans>Report to the moderators</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            submit
            variant="primary"
            form={formId}
            busy={busy}
            disabledReason={isOffline ? t`This needs a connection.` : undefined}
          >
            <Trans>Report</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={report} noValidate>
        <p>
          <Trans>The moderators of the club see your name. Whoever wrote it does not.</Trans>
        </p>
        <Field
          label={<Trans>What is wrong?</Trans>}
          error={isTried && reason === '' ? t`Choose what is wrong with it.` : undefined}
          announced
        >
          <Select value={reason} onChange={({ target }) => setReason(target.value as Reason | '')}>
            <option value="" disabled>{t`-- Chose One --`}</option>
            {(Object.keys(reasons) as Reason[]).map((one) => (
              <option key={one} value={one}>
                {reasons[one]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={<Trans>In your words</Trans>} optional>
          <TextArea
            value={note}
            maxLength={sharedLengths.reportNote}
            onChange={({ target }) => setNote(target.value)}
          />
        </Field>
        {error !== undefined && (
          <Notice tone="bad" live="alert">
            {toFailureText(i18n, error)}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
