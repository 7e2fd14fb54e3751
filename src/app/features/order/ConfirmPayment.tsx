// The holder of a saved card confirms a payment with their bank: the bank asked, and they were not there.
import { Trans } from '@lingui/react/macro'
import { useCallback, useState } from 'react'
import { useWrite } from '../../call/useWrite.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { loadCardProvider } from '../../wizard/payment/cardProvider.ts'

class NotConfirmed extends Error {}

export function ConfirmPayment({ secret }: { secret: string }) {
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
  return (
    <Notice
      tone="warn"
      title={<Trans>Your bank wants you to confirm this payment</Trans>}
      action={
        !isDone && (
          <Button
            variant="primary"
            busy={busy}
            busyLabel={<Trans>Processing...</Trans>}
            onClick={() => void write(secret)}
          >
            <Trans>Confirm the payment</Trans>
          </Button>
        )
      }
    >
      <p>
        {isDone ? (
          <Trans>Confirmed. This page shows the result in a moment.</Trans>
        ) : (
          <Trans>Nothing has been charged so far.</Trans>
        )}
      </p>
      {error !== undefined && (
        <p role="alert">
          {said === '' ? (
            <Trans>The payment could not be confirmed. Check the connection and try again.</Trans>
          ) : (
            <Trans>Payment Failed: {said}</Trans>
          )}
        </p>
      )}
    </Notice>
  )
}
