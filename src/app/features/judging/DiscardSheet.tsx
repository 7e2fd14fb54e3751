// Deletes a half-filled sheet or correction from this phone, after a question.
import { Trans, useLingui } from '@lingui/react/macro'
import { Trash2 } from 'lucide-react'
import { DiscardButton } from '../../unsaved/DiscardButton.tsx'

export interface DiscardSheetProps {
  /** The car's number; '' if none is entered yet. */
  number: string
  /** The club has a sheet for this car, or will get it: only what was changed since then is deleted. */
  isCorrection: boolean
  onDiscard(): void
}

export function DiscardSheet({ number, isCorrection, onDiscard }: DiscardSheetProps) {
  const { t } = useLingui()
  const name = isCorrection
    ? t`Discard the correction for ${number}`
    : number === ''
      ? t`Discard the sheet`
      : t`Discard the sheet for ${number}`
  return (
    <DiscardButton
      size="row"
      icon={<Trash2 aria-hidden="true" />}
      aria-label={name}
      title={isCorrection ? <Trans>Discard the correction?</Trans> : <Trans>Discard the sheet?</Trans>}
      onDiscard={onDiscard}
    >
      {isCorrection ? (
        <Trans>
          What you changed since you sent it is deleted from this phone. What you sent for {number} stays.
        </Trans>
      ) : (
        <Trans>These scores and notes were never sent. They are deleted from this phone.</Trans>
      )}
    </DiscardButton>
  )
}
