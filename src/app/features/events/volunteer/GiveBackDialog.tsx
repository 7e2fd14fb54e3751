// Asks before a shift is given back. A lost answer says so, and the same press asks again.
import { Trans, useLingui } from '@lingui/react/macro'
import { Failure } from '../../../../contract/failures.ts'
import { isUnreachable, toFailureText } from '../../../text/failureText.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { LinkedShift } from './linkedShifts.ts'
import { toShiftTime } from './shiftText.ts'

export interface GiveBackDialogProps {
  /** Undefined while nothing is asked. */
  shift: LinkedShift | undefined
  timeZone: string
  busy: boolean
  error: unknown
  onClose(): void
  onGiveBack(shift: LinkedShift): void
}

export function GiveBackDialog({ shift, timeZone, busy, error, onClose, onGiveBack }: GiveBackDialogProps) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const isRefused = error instanceof Failure && !isUnreachable(error)
  return (
    <Dialog
      open={shift !== undefined}
      alert
      title={<Trans>Give this shift back?</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>
            <Trans>Keep the shift</Trans>
          </Button>
          {!isRefused && (
            <Button variant="danger" busy={busy} onClick={() => shift && onGiveBack(shift)}>
              {error === undefined ? <Trans>Give it back</Trans> : <Trans>Try again</Trans>}
            </Button>
          )}
        </>
      }
    >
      {shift !== undefined && (
        <div className="stack">
          {error !== undefined && (
            <Notice tone={isRefused ? 'bad' : 'warn'} live="alert">
              {isRefused ? (
                toFailureText(i18n, error)
              ) : (
                <Trans>
                  The answer did not come, so we do not know yet whether the club has it. Try again: it is
                  given back once at most.
                </Trans>
              )}
            </Notice>
          )}
          <p>
            <span className="strong">{shift.schedule}</span>, {toShiftTime(shift, timeZone, language)}
          </p>
          <p>
            <Trans>Somebody else can take it at once. To have it again, you have to sign up again.</Trans>
          </p>
        </div>
      )}
    </Dialog>
  )
}
