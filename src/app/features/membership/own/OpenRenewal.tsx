// A renewal with the saved card that has not succeeded: why, and what to do.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../../text/format.ts'
import { useLanguage } from '../../../text/useLanguage.ts'
import { buttonClass } from '../../../ui/buttonClass.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { OwnMembership } from './ownMembership.ts'

export function OpenRenewal({ open }: { open: NonNullable<OwnMembership['open']> }) {
  const language = useLanguage()
  const { state, reason, nextTry, orderKey } = open
  if (state === 'charging') {
    return (
      <Notice tone="info" live="status">
        <Trans>A renewal with your saved card is being processed. Look again in a minute.</Trans>
      </Notice>
    )
  }
  if (state === 'confirm') {
    return (
      <Notice
        tone="warn"
        live="alert"
        title={<Trans>Your bank wants you to confirm the renewal</Trans>}
        action={
          <Link to="/portal/order" hash={`key=${orderKey}`} className={buttonClass({ variant: 'primary' })}>
            <Trans>Confirm the payment</Trans>
          </Link>
        }
      >
        <Trans>Nothing has been charged so far.</Trans>
      </Notice>
    )
  }
  const day = nextTry === '' ? '' : formatDay(nextTry, language)
  return (
    <Notice
      tone="warn"
      live="alert"
      title={<Trans>Your saved card could not be charged for the renewal</Trans>}
      action={
        <Link to="/portal/member/payments" className={buttonClass()}>
          <Trans>Saved cards</Trans>
        </Link>
      }
    >
      <p>
        {reason === 'funds' ? (
          <Trans>The bank says that there is not enough money in the account.</Trans>
        ) : reason === 'expired' ? (
          <Trans>The card has expired.</Trans>
        ) : reason === 'gone' ? (
          <Trans>The card is not saved with the card provider any more.</Trans>
        ) : reason === 'holder' ? (
          <Trans>Your bank wanted you to confirm the payment, and the time for it is over.</Trans>
        ) : (
          <Trans>The bank declined the payment. Ask your bank why.</Trans>
        )}
      </p>
      <p>
        {day === '' ? (
          <Trans>Nothing was charged. Try again, or renew with another card.</Trans>
        ) : (
          <Trans>Nothing was charged. We try again on {day}. If you do not want to wait, renew now.</Trans>
        )}
      </p>
    </Notice>
  )
}
