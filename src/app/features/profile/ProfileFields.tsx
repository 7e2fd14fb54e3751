// The fields of the profile, in the order of the form.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { toTypedPhone } from '../../../domain/shapes/personLengths.ts'
import { memberTitles, type ProfileField } from '../../../domain/shapes/profile.ts'
import { Field } from '../../ui/form/Field.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextInput, type TextInputProps } from '../../ui/form/TextInput.tsx'
import { FormGrid } from '../../ui/layout/FormGrid.tsx'
import { StateControl } from '../../wizard/fields/StateField.tsx'
import styles from './ProfileFields.module.css'
import { type ProfileValues, toFieldId } from './profileValues.ts'

interface ProfileFieldsProps {
  values: ProfileValues
  /** As it was before anything was typed. */
  stored: ProfileValues
  faults: readonly { field: ProfileField; message: string }[]
  /** Its label; undefined where the club uses none. */
  alternateId: string | undefined
  onChange(field: keyof ProfileValues, text: string): void
  /** Below the e-mail address. */
  children: ReactNode
}

export function ProfileFields({
  values,
  stored,
  faults,
  alternateId,
  onChange,
  children,
}: ProfileFieldsProps) {
  const { t } = useLingui()
  const draw = (
    field: ProfileField,
    label: ReactNode,
    input: TextInputProps = {},
    { hint, needed = false }: { hint?: ReactNode; needed?: boolean } = {},
  ) => (
    <Field
      id={toFieldId(field)}
      label={label}
      hint={hint}
      required={needed}
      optional={!needed}
      error={faults.find((fault) => fault.field === field)?.message}
    >
      <TextInput
        enterKeyHint="next"
        {...input}
        name={field}
        value={values[field]}
        onChange={({ target }) =>
          // as everywhere: the digits of a number that was pasted or filled in, and letters, which are refused
          onChange(field, field === 'phone' ? toTypedPhone(target.value) : target.value)
        }
      />
    </Field>
  )
  const needed = { needed: true }
  return (
    <>
      <div className={styles.titleAndName}>
        <Field id={toFieldId('title')} label={<Trans>Title</Trans>}>
          <Select
            name="title"
            autoComplete="honorific-prefix"
            value={values.title}
            onChange={({ target }) => onChange('title', target.value)}
          >
            {memberTitles.map((title) => (
              <option key={title} value={title}>
                {title === '' ? t`-None-` : title}
              </option>
            ))}
          </Select>
        </Field>
        {draw('fname', t`First name`, { autoComplete: 'given-name', autoCapitalize: 'words' }, needed)}
      </div>
      {draw('lname', t`Last name`, { autoComplete: 'family-name', autoCapitalize: 'words' }, needed)}
      {draw('partner', t`Partner`, { autoComplete: 'off', autoCapitalize: 'words' })}
      {draw('address', t`Address`, { autoComplete: 'street-address' })}
      <FormGrid columns={2}>
        {draw('city', t`City`, { autoComplete: 'address-level2', autoCapitalize: 'words' })}
        <StateControl
          id={toFieldId('state')}
          name="state"
          value={values.state}
          own={stored.state}
          place={{ country: values.country, isAsked: true }}
          error={faults.find(({ field }) => field === 'state')?.message}
          onChange={(state) => onChange('state', state)}
          optional
        />
        {draw('zip', t`Zip`, { autoComplete: 'postal-code' })}
        {draw('country', t`Country`, { autoComplete: 'country' })}
      </FormGrid>
      {draw(
        'email_address',
        t`E-mail`,
        {
          type: 'email',
          inputMode: 'email',
          autoComplete: 'email',
          autoCapitalize: 'none',
          spellCheck: false,
        },
        { hint: t`The address you sign in with`, needed: true },
      )}
      {children}
      {draw(
        'phone',
        t`Phone`,
        { type: 'tel', inputMode: 'tel', autoComplete: 'tel-national' },
        { hint: t`Numbers only` },
      )}
      {alternateId !== undefined && draw('altMemberId', alternateId, { autoComplete: 'off' })}
    </>
  )
}
