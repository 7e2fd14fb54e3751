// The step for who volunteers, and the gift that they would like.
import { Trans, useLingui } from '@lingui/react/macro'
import { workerLimits } from '../../../../domain/membership.ts'
import { noGift } from '../../../../domain/shift.ts'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { PersonalInfoStep } from '../../../wizard/fields/PersonalInfoStep.tsx'
import { SelectField } from '../../../wizard/fields/SelectField.tsx'

export function WorkerStep({ gifts }: { gifts: readonly string[] }) {
  const { t } = useLingui()
  return (
    <>
      <PersonalInfoStep
        limits={workerLimits}
        emailHint={t`The club writes to you there about your shifts.`}
        optIn={<Trans>The club may send me news by e-mail.</Trans>}
      />
      <Panel>
        <SelectField name="swag" label={t`Preferred thank you gift (while supplies last)`}>
          <option value={noGift}>{t`None`}</option>
          {gifts.map((gift) => (
            <option key={gift} value={gift}>
              {gift}
            </option>
          ))}
        </SelectField>
      </Panel>
    </>
  )
}
