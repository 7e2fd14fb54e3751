// Why a post or comment was not posted, and where it is now.
import { Trans, useLingui } from '@lingui/react/macro'
import { Failure } from '../../../../contract/failures.ts'
import { isUnreachable, toFailureText } from '../../../text/failureText.ts'
import { Notice } from '../../../ui/Notice.tsx'

interface DraftFaultProps {
  error: unknown
  isOffline: boolean
  /** The device does not keep the draft. */
  isUnkept: boolean
}

export function DraftFault({ error, isOffline, isUnkept }: DraftFaultProps) {
  const { i18n } = useLingui()
  if (error instanceof Failure && error.code === 'key-reused') {
    return (
      <Notice tone="warn" live="alert">
        <Trans>
          This was posted already, as it was written before. Save it again to post it as it is now too, or
          discard it and edit what was posted.
        </Trans>
      </Notice>
    )
  }
  if (error !== undefined && (isUnkept || !isUnreachable(error))) {
    return (
      <Notice tone="bad" live="alert">
        {toFailureText(i18n, error)}
      </Notice>
    )
  }
  if (isUnkept) {
    return (
      <Notice tone="warn" live="status">
        <Trans>This browser keeps no draft. Post it before you leave this page.</Trans>
      </Notice>
    )
  }
  if (error === undefined && !isOffline) return null
  return (
    <Notice tone="info" live="status">
      <Trans>Draft kept on this phone. Not posted: no connection. Save it again when there is one.</Trans>
    </Notice>
  )
}
