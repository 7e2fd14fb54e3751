// The fields about a person and their address, in the order of a form.
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import {
  type PersonalInfoField,
  type PersonalLimits,
  personalInfoLimits,
} from '../../../domain/membership.ts'
import { toStatePlace } from '../../../domain/shapes/state.ts'
import { useSessionState } from '../../session/SessionContext.tsx'
import { useClubCountry } from '../../session/useClubCountry.ts'
import { FormGrid } from '../../ui/layout/FormGrid.tsx'
import styles from './PersonFields.module.css'
import { PhoneField } from './PhoneField.tsx'
import { toOwnPersonal } from './personalInfo.ts'
import { StateField } from './StateField.tsx'
import { TextField } from './TextField.tsx'

export interface PersonFieldsProps {
  /** Where they are in the flow's form. */
  name?: string
  /** What the form asks, and how much of it. */
  limits?: PersonalLimits | undefined
  emailHint?: ReactNode
  /** What a browser that fills in forms calls the address. */
  section?: 'shipping'
}

export function PersonFields({
  name = 'personal',
  limits = personalInfoLimits,
  emailHint,
  section,
}: PersonFieldsProps) {
  const { t } = useLingui()
  const country = String(useWatch({ name: `${name}.country` }) ?? '')
  const clubCountry = useClubCountry()
  const place = toStatePlace(limits.country && country, clubCountry)
  const { member } = useSessionState()
  const ownState = member === undefined ? '' : toOwnPersonal(member, limits).state
  // what is too long is said, never cut: a cut address would pass as another one
  const toField = (field: PersonalInfoField) => ({
    name: `${name}.${field}`,
    required: limits[field]?.required ?? false,
  })
  const hasAddress = limits.address1 !== undefined
  const toAutoComplete = (field: string) => (section === undefined ? field : `${section} ${field}`)
  return (
    <FormGrid columns={2} level>
      <TextField
        {...toField('fname')}
        label={t`First name`}
        autoComplete={toAutoComplete('given-name')}
        autoCapitalize="words"
      />
      <TextField
        {...toField('lname')}
        label={t`Last name`}
        autoComplete={toAutoComplete('family-name')}
        autoCapitalize="words"
      />
      {limits.partner && (
        <div className={styles.wide}>
          <TextField {...toField('partner')} label={t`Partner`} autoComplete="off" autoCapitalize="words" />
        </div>
      )}
      {hasAddress && (
        <>
          <div className={styles.roomy}>
            <TextField
              {...toField('address1')}
              label={t`Address`}
              autoComplete={toAutoComplete('address-line1')}
            />
          </div>
          {limits.address2 && (
            <div className={styles.roomy}>
              <TextField
                {...toField('address2')}
                label={t`Address, second line`}
                autoComplete={toAutoComplete('address-line2')}
              />
            </div>
          )}
          <div className={styles.roomy}>
            <TextField
              {...toField('city')}
              label={t`City`}
              autoComplete={toAutoComplete('address-level2')}
              autoCapitalize="words"
            />
          </div>
          <div className={styles.pair}>
            <StateField
              name={`${name}.state`}
              place={place}
              autoComplete={toAutoComplete('address-level1')}
              own={ownState}
            />
            {/* a numeric keyboard has no hyphen for the longer code */}
            <TextField {...toField('zip')} label={t`Zip`} autoComplete={toAutoComplete('postal-code')} />
          </div>
          {limits.country && (
            <div className={styles.roomy}>
              <TextField
                {...toField('country')}
                label={t`Country`}
                autoComplete={toAutoComplete('country')}
              />
            </div>
          )}
        </>
      )}
      <PhoneField name={`${name}.phone`} autoComplete={toAutoComplete('tel-national')} />
      {limits.email && (
        <div className={styles.wide}>
          <TextField
            {...toField('email')}
            label={t`E-mail`}
            hint={emailHint ?? t`Your receipt goes there.`}
            type="email"
            inputMode="email"
            autoComplete={toAutoComplete('email')}
            autoCapitalize="none"
            spellCheck={false}
          />
        </div>
      )}
    </FormGrid>
  )
}
