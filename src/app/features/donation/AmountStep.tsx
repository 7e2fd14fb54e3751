// The step for the amount of a donation.
import { Trans } from '@lingui/react/macro'
import { Panel } from '../../ui/layout/Panel.tsx'
import { MoneyField } from '../../wizard/fields/MoneyField.tsx'
import { ServiceFee } from '../../wizard/ServiceFee.tsx'

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
