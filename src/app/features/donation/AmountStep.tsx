// The step for the amount of a donation.
import { Trans } from '@lingui/react/macro'
import { ServiceFee } from '../../text/ServiceFee.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { MoneyField } from '../../wizard/fields/MoneyField.tsx'

export function AmountStep() {
  return (
    <Panel title={<Trans>Donation Amount</Trans>}>
      <p>
        <Trans>100% of your donation goes to the club.</Trans>
      </p>
      <MoneyField name="amount" label={<Trans>Amount</Trans>} />
      <ServiceFee />
    </Panel>
  )
}
