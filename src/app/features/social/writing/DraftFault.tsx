// Why a post or comment was not posted, and where it is now.
import { Trans, useLingui } from '@lingui/react/macro'
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
  if (isUnkept) {
    return (
      <Notice tone="warn" live="status">
        <Trans>This browser keeps no draft. Post it before you leave this page.</Trans>
      </Notice>
    )
  }
  if (error !== undefined && !isUnreachable(error)) {
    return (
      <Notice tone="bad" live="alert">
        {toFailureText(i18n, error)}
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
