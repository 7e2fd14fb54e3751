// Why a card brought no money, and what that means for whoever wanted to pay.
import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/Notice.tsx'
import { InSight } from '../InSight.tsx'
import type { Refused } from './usePayment.ts'

export function RefusedNotice({ refused }: { refused: Refused }) {
  const { message, isUncharged, hasEnded } = refused
  return (
    <InSight of={refused}>
      <Notice tone="bad" live="alert" title={<Trans>Payment Failed: {message}</Trans>}>
        {hasEnded ? (
          isUncharged && <Trans>Nothing was charged.</Trans>
        ) : isUncharged ? (
          <Trans>Nothing was charged. Try again, or use another card.</Trans>
        ) : (
          <Trans>
            We can't tell yet whether your card was charged. Trying again charges it once at most.
          </Trans>
        )}
      </Notice>
    </InSight>
  )
}
