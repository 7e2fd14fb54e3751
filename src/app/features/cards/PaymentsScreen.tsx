// A member's saved cards, and what they have paid.
import { Trans, useLingui } from '@lingui/react/macro'
import { Lock } from 'lucide-react'
import { useRead } from '../../reading/useRead.ts'
import { useClub } from '../../session/SessionContext.tsx'
import { useScreenTitle } from '../../text/useScreenTitle.ts'
import { TestBanner } from '../../wizard/payment/TestBanner.tsx'
import { MethodsPanel } from './MethodsPanel.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import styles from './PaymentsScreen.module.css'

export function PaymentsScreen() {
  const { t } = useLingui()
  useScreenTitle(t`Payments`)
  const methods = useRead('stripe_get_payment_methods', {})
  const history = useRead('stripe_get_payment_history', {})
  return (
    <div className="stack">
      <TestBanner />
      <div className={styles.head}>
        <h1>
          <Trans>Payments</Trans>
        </h1>
        <ProviderBadge />
      </div>
      <MethodsPanel reading={methods} />
      <PaymentHistory reading={history} />
    </div>
  )
}

/** Who takes the card and stores its number: not the club, and not us. */
function ProviderBadge() {
  const mode = useClub()?.stripe.mode
  if (mode === undefined) return null
  return (
    <p className={styles.badge}>
      <Lock size={18} aria-hidden="true" />
      {mode === 'sandbox' ? <Trans>Card provider: sandbox</Trans> : <Trans>Card payments by Stripe</Trans>}
    </p>
  )
}
