// Asks before a saved card is deleted, and says what that means for automatic renewal.
import { Trans, useLingui } from '@lingui/react/macro'
import { Failure } from '../../../contract/failures.ts'
import { useSend } from '../../call/useSend.ts'
import { toFailureText } from '../../text/failureText.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Dialog } from '../../ui/overlay/Dialog.tsx'
import type { SavedMethod } from './savedMethods.ts'

interface DeleteCardDialogProps {
  /** Undefined while nothing is to be deleted. */
  card: SavedMethod | undefined
  hasOthers: boolean
  /** Undefined while it is not known. */
  autoRenew: boolean | undefined
  onClose(): void
  /** `ended`: automatic renewal was turned off with it. */
  onDeleted(ended: boolean): void
}

export function DeleteCardDialog({ card, hasOthers, autoRenew, onClose, onDeleted }: DeleteCardDialogProps) {
  const { i18n } = useLingui()
  const { send, busy, error, forgetError } = useSend('stripe_detach_payment_method')
  // another tab has deleted it: it is gone, as the person wants
  const isGone = error instanceof Failure && error.code === 'card-not-found'
  const close = () => {
    if (busy) return
    forgetError()
    onClose()
  }
  const remove = async () => {
    if (card === undefined) return
    const answer = await send({ paymentMethodId: card.id })
    if (answer !== undefined) onDeleted(answer.autoRenewEnded)
  }
  const { brand = '', last4 = '', isDefault = false } = card ?? {}
  return (
    <Dialog
      open={card !== undefined}
      alert
      title={<Trans>Delete this card?</Trans>}
      onClose={close}
      foot={
        isGone ? (
          <Button
            onClick={() => {
              forgetError()
              onDeleted(false)
            }}
          >
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            <Button onClick={close}>
              <Trans>Keep the card</Trans>
            </Button>
            <Button variant="danger" busy={busy} onClick={() => void remove()}>
              <Trans>Delete the card</Trans>
            </Button>
          </>
        )
      }
    >
      <div className="stack">
        {error !== undefined && (
          <Notice tone={isGone ? 'info' : 'bad'} live="alert">
            {toFailureText(i18n, error)}
          </Notice>
        )}
        <p>
          <Trans>
            {brand} ending in {last4}
          </Trans>
        </p>
        {isDefault && autoRenew === true && (
          <p>
            <Trans>
              Automatic renewal charges this card. It is turned off when you delete the card, and your
              membership does not renew by itself any more.
            </Trans>
          </p>
        )}
        {isDefault && autoRenew === undefined && (
          <p>
            <Trans>If automatic renewal is on, it is turned off when you delete this card.</Trans>
          </p>
        )}
        {isDefault && hasOthers && (
          <p>
            <Trans>No other card takes its place by itself. You can choose one afterwards.</Trans>
          </p>
        )}
      </div>
    </Dialog>
  )
}
