// The personal info step of every flow.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import {
  type PersonalInfoField,
  type PersonalLimits,
  personalInfoLimits,
} from '../../../domain/membership.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { CheckboxRow } from '../../ui/form/CheckboxRow.tsx'
import { FormGrid } from '../../ui/layout/FormGrid.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { toFieldId } from '../fieldIds.ts'
import styles from './PersonalInfoStep.module.css'
import { PhoneField } from './PhoneField.tsx'
import { toOwnPersonal } from './personalInfo.ts'
import { SelectField } from './SelectField.tsx'
import { TextField } from './TextField.tsx'
import { isUnitedStates, usStates } from './usStates.ts'

export interface PersonalInfoStepProps {
  /** The label of the allowEmailMarketing box. */
  optIn: ReactNode
  /** What the form asks, and how much of it. */
  limits?: PersonalLimits
  /** What the address is used for. */
  emailHint?: ReactNode
  /** More questions of the flow, above the personal ones. */
  children?: ReactNode
}

export function PersonalInfoStep({
  optIn,
  limits = personalInfoLimits,
  emailHint,
  children,
}: PersonalInfoStepProps) {
  const { t } = useLingui()
  const { register } = useFormContext()
  const country = String(useWatch({ name: 'personal.country' }) ?? '')
  const inUnitedStates = limits.country !== undefined && isUnitedStates(country)
  const { member } = useSessionState()
  const stored = member === undefined ? '' : toOwnPersonal(member, limits).state
  const ownState = Object.hasOwn(usStates, stored) ? '' : stored
  // what is too long is said, never cut: a cut address would pass as another one
  const toField = (field: PersonalInfoField) => ({
    name: `personal.${field}`,
    required: limits[field]?.required ?? false,
  })
  const hasAddress = limits.address1 !== undefined
  return (
    <>
      {children}
      <Panel title={<Trans>Your details</Trans>}>
        <FormGrid columns={2} level>
          <TextField
            {...toField('fname')}
            label={t`First name`}
            autoComplete="given-name"
            autoCapitalize="words"
          />
          <TextField
            {...toField('lname')}
            label={t`Last name`}
            autoComplete="family-name"
            autoCapitalize="words"
          />
          {limits.partner && (
            <div className={styles.wide}>
              <TextField
                {...toField('partner')}
                label={t`Partner`}
                autoComplete="off"
                autoCapitalize="words"
              />
            </div>
          )}
          {hasAddress && (
            <>
              <div className={styles.roomy}>
                <TextField {...toField('address1')} label={t`Address`} autoComplete="address-line1" />
              </div>
              {limits.address2 && (
                <div className={styles.roomy}>
                  <TextField
                    {...toField('address2')}
                    label={t`Address, second line`}
                    autoComplete="address-line2"
                  />
                </div>
              )}
              <div className={styles.roomy}>
                <TextField
                  {...toField('city')}
                  label={t`City`}
                  autoComplete="address-level2"
                  autoCapitalize="words"
                />
              </div>
              <div className={styles.pair}>
                {inUnitedStates ? (
                  <SelectField name="personal.state" label={t`State`} autoComplete="address-level1" required>
                    <option value="">{t`Choose`}</option>
                    {ownState !== '' && <option value={ownState}>{ownState}</option>}
                    {Object.entries(usStates).map(([code, name]) => (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ))}
                  </SelectField>
                ) : (
                  <TextField
                    {...toField('state')}
                    label={t`State`}
                    hint={limits.state?.most === 2 ? t`two letters` : undefined}
                    autoComplete="address-level1"
                    autoCapitalize="characters"
                  />
                )}
                {/* a numeric keyboard has no hyphen for the longer code */}
                <TextField {...toField('zip')} label={t`Zip`} autoComplete="postal-code" />
              </div>
              {limits.country && (
                <div className={styles.roomy}>
                  <TextField {...toField('country')} label={t`Country`} autoComplete="country" />
                </div>
              )}
            </>
          )}
          <PhoneField name="personal.phone" />
          <div className={styles.wide}>
            <TextField
              {...toField('email')}
              label={t`E-mail`}
              hint={emailHint ?? t`Your receipt goes there.`}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
        </FormGrid>
        <CheckboxRow
          id={toFieldId('personal.allowEmailMarketing')}
          label={optIn}
          {...register('personal.allowEmailMarketing')}
        />
      </Panel>
    </>
  )
}
