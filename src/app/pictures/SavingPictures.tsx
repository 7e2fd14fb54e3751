// In the foot of a form with pictures: why it cannot be saved yet, or how much of it is sent.
import { Trans } from '@lingui/react/macro'
import { Notice } from '../ui/Notice.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import type { Preparation } from './usePreparation.ts'

export function SavingPictures({ preparation, busy }: { preparation: Preparation; busy: boolean }) {
  if (busy) return <UploadProgress />
  if (!preparation.isAwaited) return null
  return (
    <Notice tone="info" live="status">
      <Trans>Your images are still being prepared. Save when they are ready.</Trans>
    </Notice>
  )
}
