// The number of years: from 1 to the most that the club sells at once.
import { Plural } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { listYearsChoices } from '../../../domain/membership.ts'
import { SelectField } from '../../wizard/fields/SelectField.tsx'

export interface YearsFieldProps {
  label: ReactNode
  maxRenewYears: number
}

export function YearsField({ label, maxRenewYears }: YearsFieldProps) {
  return (
    <SelectField name="years" label={label} required isNumber>
      {listYearsChoices({ maxRenewYears }).map((years) => (
        <option key={years} value={years}>
          <Plural value={years} one="# year" other="# years" />
        </option>
      ))}
    </SelectField>
  )
}
