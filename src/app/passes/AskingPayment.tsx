// Nothing is said of money that this phone does not know: the club is being asked.
import { Trans } from '@lingui/react/macro'
import { useIsOffline } from '../call/useIsOffline.ts'
import { Notice } from '../ui/Notice.tsx'
import { untilIdle } from '../untilIdle.ts'
import { useBegunOrders } from './useBegunOrders.ts'

export function AskingPayment() {
  const isOffline = useIsOffline()
  return (
    <Notice tone="info" live="status" title={<Trans>We are asking whether your payment went through</Trans>}>
      {isOffline ? (
        <Trans>We ask as soon as there is a connection. What you filled in is kept.</Trans>
      ) : (
        <Trans>The answer comes here by itself. What you filled in is kept.</Trans>
      )}
    </Notice>
  )
}

/** On a screen that is about something else, and comes first. */
export function BegunPayments() {
  const isAsking = useBegunOrders(untilIdle)
  return isAsking === true && <AskingPayment />
}
