// Asks before a judge leaves this phone, and says what happens to waiting entries (rules/offline 1.8).
import { Plural, Trans } from '@lingui/react/macro'
import { useCallback } from 'react'
import { toGrantId } from '../../offline/grants.ts'
import { isPending, type JudgeGrant, type OutboxEntry, toPrincipalId } from '../../offline/outboxRecords.ts'
import { useOutbox } from '../call/useOutbox.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

export interface ForgetJudgeDialogProps {
  /** The judge who wants to leave; undefined keeps it closed. */
  judge: JudgeGrant | undefined
  onClose: () => void
  onForget: () => void
}

export function ForgetJudgeDialog({ judge, onClose, onForget }: ForgetJudgeDialogProps) {
  const id = judge === undefined ? '' : toGrantId(judge)
  const { entries, sendNow } = useOutbox(
    useCallback((entry: OutboxEntry) => isPending(entry) && toPrincipalId(entry) === id, [id]),
  )
  const name = judge?.judgeName ?? ''
  const waiting = entries.length
  return (
    <Dialog
      open={judge !== undefined}
      onClose={onClose}
      alert
      title={<Trans>Leave judging on this phone?</Trans>}
      foot={
        <>
          {waiting > 0 && (
            <Button variant="secondary" onClick={() => void sendNow()}>
              <Trans>Send now</Trans>
            </Button>
          )}
          <Button variant={waiting > 0 ? 'danger' : 'primary'} onClick={onForget}>
            <Trans>Leave</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>The next judge on this phone has to verify first.</Trans>
      </p>
      {waiting > 0 && (
        <p role="status">
          <Plural
            value={waiting}
            one={`# sheet of ${name} still waits on this phone. It stays here, and goes out under this name.`}
            other={`# sheets of ${name} still wait on this phone. They stay here, and go out under this name.`}
          />
        </p>
      )}
    </Dialog>
  )
}
