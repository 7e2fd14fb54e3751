// The holder of a saved card confirms a payment with their bank: the bank asked, and they were not there.
import { Trans } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { useWrite } from '../../call/useWrite.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { loadCardProvider } from '../../wizard/payment/cardProvider.ts'

class NotConfirmed extends Error {}

export interface ConfirmPaymentProps {
  secret: string
  /** The newest answer of the server says so, and it was asked after the last try. */
  isUncharged: boolean
  onTry(): void
  /** However it ended: the card may have been charged. */
  onTried(): void
}

export function ConfirmPayment({ secret, isUncharged, onTry, onTried }: ConfirmPaymentProps) {
  const { club } = useSessionState()
  const keys = club?.stripe
  const [isDone, setIsDone] = useState(false)
  const confirm = useCallback(
    async (clientSecret: string) => {
      if (keys === undefined) throw new NotConfirmed('')
      const stripe = await loadCardProvider(keys)
      const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret)
      const tried = paymentIntent?.last_payment_error?.payment_method ?? paymentIntent?.payment_method
      const method = typeof tried === 'string' ? tried : tried?.id
      if (method === undefined) throw new NotConfirmed('')
      const result = await stripe.confirmCardPayment(clientSecret, { payment_method: method })
      if (result.error !== undefined) throw new NotConfirmed(result.error.message ?? '')
      setIsDone(true)
    },
    [keys],
  )
  const { write, busy, error } = useWrite(confirm)
  const said = error instanceof NotConfirmed ? error.message : ''
  const tryIt = async () => {
    if (busy) return
    setIsDone(false)
    onTry()
    await write(secret)
    onTried()
  }
  const isDecided = isDone && !isUncharged
  return (
    <Notice
      tone="warn"
      title={<Trans>Your bank wants you to confirm this payment</Trans>}
      action={
        !isDecided && (
          <Button
            variant="primary"
            busy={busy}
            busyLabel={<Trans>Processing...</Trans>}
            onClick={() => void tryIt()}
          >
            <Trans>Confirm the payment</Trans>
          </Button>
        )
      }
    >
      <p>
        {isDecided ? (
          <Trans>Confirmed. This page shows the result in a moment.</Trans>
        ) : isUncharged ? (
          <Trans>Nothing has been charged so far.</Trans>
        ) : (
          !busy && <Trans>We are asking whether your payment went through.</Trans>
        )}
      </p>
      {error !== undefined && (isUncharged || said !== '') && (
        <p role="alert">
          {said === '' ? (
            <Trans>The payment could not be confirmed. Check the connection and try again.</Trans>
          ) : isUncharged ? (
            <Trans>Payment Failed: {said}</Trans>
          ) : (
            said
          )}
        </p>
      )}
    </Notice>
  )
}
