// The agreement is complete when its box is checked.
import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { StepFault, WizardValues } from '../flow.ts'

export function findAgreementFaults(i18n: I18n, { agreed }: WizardValues): StepFault[] {
  return agreed ? [] : [{ field: 'agreed', message: i18n._(msg`Check the box to agree and continue.`) }]
}
