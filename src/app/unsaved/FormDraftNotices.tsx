// What a person must know about the draft of a form that is saved on the server.
import { Trans, useLingui } from '@lingui/react/macro'
import { Failure } from '../../contract/failures.ts'
import { isUnreachable, toFailureText } from '../text/failureText.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { FormDraft } from './formDraft.ts'
import type { OpenDraft } from './useFormDraft.ts'

/** Above the fields: they hold what was typed before. */
export function TypedBefore<D extends FormDraft>({
  kept: { draft, isFound },
  onStartOver,
}: {
  kept: OpenDraft<D>
  onStartOver(): void
}) {
  if (!isFound || draft?.sent !== undefined) return null
  return (
    <Notice
      tone="info"
      live="status"
      title={<Trans>You typed this before, and it was not saved</Trans>}
      action={
        <Button size="row" onClick={onStartOver}>
          <Trans>Start over</Trans>
        </Button>
      }
    >
      <Trans>Go on with it, or start over.</Trans>
    </Notice>
  )
}

/** Beside Save: why it is not saved, or that nobody knows. */
export function SaveFault<D extends FormDraft>({
  kept: { draft, isUnkept },
  error,
  busy,
}: {
  kept: OpenDraft<D>
  error: unknown
  busy: boolean
}) {
  const { i18n } = useLingui()
  if (!busy && draft?.sent !== undefined && (error === undefined || isUnreachable(error))) {
    return <AnswerLost isSame={draft.sent === 'same'} />
  }
  if (error instanceof Failure && error.code === 'key-reused') {
    return (
      <Notice tone="warn" live="alert">
        <Trans>
          This was saved already, as it was written before. Save it again to save it as it is now too, or
          start over and change what was saved.
        </Trans>
      </Notice>
    )
  }
  if (error !== undefined) {
    return (
      <Notice tone="bad" live="alert">
        {toFailureText(i18n, error)}
      </Notice>
    )
  }
  if (!isUnkept) return null
  return (
    <Notice tone="warn" live="status">
      <Trans>This browser keeps no draft. Save it before you leave this page.</Trans>
    </Notice>
  )
}

/** `isSame`: what was sent is what stands here, so it is asked for again by itself. */
export function AnswerLost({ isSame }: { isSame: boolean }) {
  return (
    <Notice tone="warn" live="status" title={<Trans>We do not know yet whether it was saved</Trans>}>
      {isSame ? (
        <Trans>The answer did not come. We ask again by ourselves; it is saved once at most.</Trans>
      ) : (
        <Trans>The answer did not come, and you have changed it since. Save it to find out.</Trans>
      )}
    </Notice>
  )
}
