// Throws a draft away. What is long enough to miss is asked about first.

import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { isBlank } from '../../../../domain/shapes/plainText.ts'
import { Button, type ButtonProps } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/overlay/Dialog.tsx'
import type { OpenDraft } from './usePostDraft.ts'

interface DiscardDraftProps extends Pick<ButtonProps, 'size'> {
  kept: OpenDraft
  onDiscarded(): void
}

export function DiscardDraft({ kept, onDiscarded, ...look }: DiscardDraftProps) {
  const [isAsked, setIsAsked] = useState(false)
  const { draft } = kept
  const isEmpty = draft === undefined || (isBlank(draft.message) && draft.pictures.length === 0)
  const discard = () => void kept.forget().then(onDiscarded)
  return (
    <>
      <Button {...look} onClick={isEmpty ? discard : () => setIsAsked(true)}>
        {isEmpty ? <Trans>Cancel</Trans> : <Trans>Discard</Trans>}
      </Button>
      <Dialog
        open={isAsked}
        alert
        title={<Trans>Discard what you wrote?</Trans>}
        onClose={() => setIsAsked(false)}
        foot={
          <>
            <Button onClick={() => setIsAsked(false)}>
              <Trans>Keep it</Trans>
            </Button>
            <Button variant="danger" onClick={discard}>
              <Trans>Discard</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>It is deleted from this device. This cannot be undone.</Trans>
        </p>
      </Dialog>
    </>
  )
}
