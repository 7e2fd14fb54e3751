// Above the fields of a form that was left: they hold what was typed before.
import { Trans } from '@lingui/react/macro'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { FormDraft } from './formDraft.ts'
import type { OpenDraft } from './useFormDraft.ts'

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
