// Throws a draft away. What is long enough to miss is asked about first.
import { Trans } from '@lingui/react/macro'
import { isBlank } from '../../../../domain/shapes/plainText.ts'
import type { ButtonProps } from '../../../ui/Button.tsx'
import { DiscardButton } from '../../../unsaved/DiscardButton.tsx'
import type { OpenDraft } from '../../../unsaved/useFormDraft.ts'
import type { PostDraft } from './postDrafts.ts'

interface DiscardDraftProps extends Pick<ButtonProps, 'size'> {
  kept: OpenDraft<PostDraft>
  onDiscarded(): void
}

export function DiscardDraft({ kept, onDiscarded, ...look }: DiscardDraftProps) {
  const { draft } = kept
  return (
    <DiscardButton
      {...look}
      isEmpty={draft === undefined || (isBlank(draft.message) && draft.pictures.length === 0)}
      title={<Trans>Discard what you wrote?</Trans>}
      onDiscard={() => void kept.forget().then(onDiscarded)}
    >
      <Trans>It is deleted from this device. This cannot be undone.</Trans>
    </DiscardButton>
  )
}
