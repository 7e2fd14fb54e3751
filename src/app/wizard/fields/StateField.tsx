// The state of an address in the United States, from a list.
import { useLingui } from '@lingui/react/macro'
import { SelectField } from './SelectField.tsx'
import { usStates } from './usStates.ts'

export interface StateFieldProps {
  /** The field's path in the form. */
  name: string
  autoComplete: string
  /** What the member's record has and the list has not. '' for nothing. */
  own?: string
}

export function StateField({ name, autoComplete, own = '' }: StateFieldProps) {
  const { t } = useLingui()
  return (
    <SelectField name={name} label={t`State`} autoComplete={autoComplete} required>
      <option value="">{t`Choose`}</option>
      {own !== '' && <option value={own}>{own}</option>}
      {Object.entries(usStates).map(([code, state]) => (
        <option key={code} value={code}>
          {state}
        </option>
      ))}
    </SelectField>
  )
}
