// Why the card was not charged, and what that means for the payer.
import { Trans } from '@lingui/react/macro'
import { Notice } from '../../ui/Notice.tsx'
import { ScrollIntoView } from '../ScrollIntoView.tsx'
import type { RefusedPayment } from './usePayment.ts'

export function RefusedNotice({ refused }: { refused: RefusedPayment }) {
  const { message, isUncharged, hasEnded, gaveWay } = refused
  // without an answer of the server nobody knows whether it failed
  const isUnsure = !isUncharged && !hasEnded
  return (
    <ScrollIntoView of={refused}>
      <Notice
        tone={isUnsure ? 'warn' : 'bad'}
        live="alert"
        title={isUnsure ? message : <Trans>Payment Failed: {message}</Trans>}
      >
        {gaveWay && (
          <p>
            <Trans>Somebody else wanted the last of it while you had not paid.</Trans>
          </p>
        )}
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
    </ScrollIntoView>
  )
}
