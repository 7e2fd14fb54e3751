// In the foot of a form with pictures: why it cannot be saved yet, or how much of it is sent.
import { Trans } from '@lingui/react/macro'
import { Notice } from '../ui/Notice.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import type { Preparation } from './usePreparation.ts'

interface SavingPicturesProps {
  preparation: Pick<Preparation, 'tried'>
  busy: boolean
}

/** The region is there before its words, so that they are announced. */
export function SavingPictures({ preparation: { tried }, busy }: SavingPicturesProps) {
  return (
    <div role="status">
      {busy ? (
        <UploadProgress />
      ) : tried === 'too-early' ? (
        <Notice tone="info">
          <Trans>Your images are still being prepared. Save when they are ready.</Trans>
        </Notice>
      ) : (
        tried === 'early' && (
          <Notice tone="info">
            <Trans>You can save now.</Trans>
          </Notice>
        )
      )}
    </div>
  )
}
