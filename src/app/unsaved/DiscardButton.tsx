// Throws away what was not sent, after a question.
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button, type ButtonProps } from '../ui/Button.tsx'
import { Dialog } from '../ui/overlay/Dialog.tsx'

interface DiscardButtonProps extends Pick<ButtonProps, 'size' | 'icon' | 'aria-label'> {
  title: ReactNode
  /** Nobody would miss it: the button ends without a question. */
  isEmpty?: boolean
  onDiscard(): void
  /** What is lost, and what is not. */
  children: ReactNode
}

export function DiscardButton({ title, isEmpty = false, onDiscard, children, ...look }: DiscardButtonProps) {
  const [isAsked, setIsAsked] = useState(false)
  const discard = () => {
    setIsAsked(false)
    onDiscard()
  }
  return (
    <>
      <Button {...look} onClick={isEmpty ? onDiscard : () => setIsAsked(true)}>
        {isEmpty ? <Trans>Cancel</Trans> : <Trans>Discard</Trans>}
      </Button>
      <Dialog
        open={isAsked}
        alert
        title={title}
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
        <p>{children}</p>
      </Dialog>
    </>
  )
}
