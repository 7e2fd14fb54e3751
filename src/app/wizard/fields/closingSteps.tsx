// The last steps of every purchase.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Step, WizardValues } from '../flow.ts'
import { AgreementStep } from './AgreementStep.tsx'
import { findAgreementFaults } from './agreement.ts'

/** With the event's own agreement, if it has one. */
export function listClosingSteps<V extends WizardValues>(i18n: I18n, agreement = ''): Step<V>[] {
  return [
    {
      id: 'agreement',
      label: i18n._(msg`Agreement`),
      screen: <AgreementStep text={agreement} />,
      findFaults: (values) => findAgreementFaults(i18n, values),
    },
    { id: 'pay', label: i18n._(msg`Pay`) },
    { id: 'complete', label: i18n._(msg`Complete`) },
  ]
}
