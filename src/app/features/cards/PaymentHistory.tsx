// What the member has paid, as a panel.
import { Trans } from '@lingui/react/macro'
import type { Accepted } from '../../../contract/caller.ts'
import { OwnPayments } from '../../payments/OwnPayments.tsx'
import type { Reading } from '../../reading/useRead.ts'
import { Panel } from '../../ui/layout/Panel.tsx'

export function PaymentHistory({ reading }: { reading: Reading<Accepted<'stripe_get_payment_history'>> }) {
  return (
    <Panel title={<Trans>Payment history</Trans>}>
      <OwnPayments reading={reading} />
    </Panel>
  )
}
