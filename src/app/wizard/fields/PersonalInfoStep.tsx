// The personal info step of every flow.
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { PersonalLimits } from '../../../domain/membership.ts'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { toFieldId } from '../fieldIds.ts'
import { PersonFields } from './PersonFields.tsx'

export interface PersonalInfoStepProps {
  /** The label of the allowEmailMarketing box, where it is asked. */
  optIn?: ReactNode
  /** What the form asks, and how much of it. */
  limits?: PersonalLimits
  /** What the address is used for. */
  emailHint?: ReactNode
  /** More questions of the flow, above the personal ones. */
  children?: ReactNode
}

export function PersonalInfoStep({ optIn, limits, emailHint, children }: PersonalInfoStepProps) {
  const { register } = useFormContext()
  return (
    <>
      {children}
      <Panel title={<Trans>Your details</Trans>}>
        <PersonFields limits={limits} emailHint={emailHint} />
        {optIn !== undefined && (
          <CheckboxRow
            id={toFieldId('personal.allowEmailMarketing')}
            label={optIn}
            {...register('personal.allowEmailMarketing')}
          />
        )}
      </Panel>
    </>
  )
}
