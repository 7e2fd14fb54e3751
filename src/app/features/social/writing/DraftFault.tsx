// Why a post or comment was not posted, and where it is now.
import { Trans, useLingui } from '@lingui/react/macro'
import { Failure } from '../../../../contract/failures.ts'
import { isUnreachable, toFailureText } from '../../../text/failureText.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { OpenDraft } from '../../../unsaved/useFormDraft.ts'
import type { PostDraft } from './postDrafts.ts'

interface DraftFaultProps {
  kept: OpenDraft<PostDraft>
  error: unknown
  /** It is being sent. */
  busy: boolean
  isOffline: boolean
}

export function DraftFault({ kept: { draft, isUnkept }, error, busy, isOffline }: DraftFaultProps) {
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
  if (!busy && draft?.sent !== undefined && (error === undefined || isUnreachable(error))) {
    return <PostUnknown isSame={draft.sent === 'same'} />
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

/** `isSame`: what was sent is what stands here, so it is asked for again by itself. */
function PostUnknown({ isSame }: { isSame: boolean }) {
  return (
    <Notice tone="warn" live="status" title={<Trans>We do not know yet whether it was posted</Trans>}>
      {isSame ? (
        <Trans>The answer did not come. We ask again by ourselves; it is posted once at most.</Trans>
      ) : (
        <Trans>The answer did not come, and you have changed it since. Save it to find out.</Trans>
      )}
    </Notice>
  )
}
