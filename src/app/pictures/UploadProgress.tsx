// How far the pictures of a form are on their way to the server.
import { Trans, useLingui } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { findSentPart, watchSentPart } from '../call/uploads.ts'
import { ProgressLine } from './ProgressLine.tsx'

export function UploadProgress() {
  const { t } = useLingui()
  const part = useSyncExternalStore(watchSentPart, findSentPart, () => undefined)
  if (part === undefined) return null
  return (
    <ProgressLine value={part} max={1} label={t`Images that were sent`}>
      {part < 1 ? <Trans>Sending the images…</Trans> : <Trans>The club is checking the images…</Trans>}
    </ProgressLine>
  )
}
