// The step for who buys, and where it is sent.
import { Trans } from '@lingui/react/macro'
import { useFormContext, useWatch } from 'react-hook-form'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { toFieldId } from '../../wizard/fieldIds.ts'
import { PersonalInfoStep } from '../../wizard/fields/PersonalInfoStep.tsx'
import { PersonFields } from '../../wizard/fields/PersonFields.tsx'
import { buyerLimits, shippingLimits } from './storeFlow.ts'

export function ShippingStep() {
  const { register } = useFormContext()
  const isElsewhere = useWatch({ name: 'elsewhere' }) === true
  return (
    <>
      <PersonalInfoStep limits={buyerLimits} />
      <Panel title={<Trans>Shipping information</Trans>}>
        <CheckboxRow
          id={toFieldId('elsewhere')}
          label={<Trans>Send it to another address</Trans>}
          {...register('elsewhere')}
        />
        {isElsewhere ? (
          <PersonFields name="shipping" limits={shippingLimits} section="shipping" />
        ) : (
          <p className="muted">
            <Trans>It is sent to the address above.</Trans>
          </p>
        )}
      </Panel>
    </>
  )
}
