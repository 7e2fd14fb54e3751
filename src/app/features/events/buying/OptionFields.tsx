// The event's own questions about one vehicle or one ticket.
import { useLingui } from '@lingui/react/macro'
import type { EventOption } from '../../../../domain/event.ts'
import { FormGrid } from '../../../ui/layout/FormGrid.tsx'
import { SelectField } from '../../../wizard/fields/SelectField.tsx'
import { TextField } from '../../../wizard/fields/TextField.tsx'
import { toOptionKey } from './optionValues.ts'

export interface OptionFieldsProps {
  options: readonly EventOption[]
  /** Where the answers (`OptionAnswers`) are in the form. */
  path: string
}

export function OptionFields({ options, path }: OptionFieldsProps) {
  const { t } = useLingui()
  if (options.length === 0) return null
  return (
    <FormGrid columns={2} level>
      {options.map(({ id, label, subLabel, type, choices, required }) => {
        const field = {
          name: `${path}.${toOptionKey(id)}`,
          label,
          hint: subLabel === '' ? undefined : subLabel,
          required,
        }
        return type === 1 ? (
          <TextField key={id} {...field} autoComplete="off" />
        ) : (
          <SelectField key={id} {...field} autoComplete="off">
            <option value="">{required ? t`Choose` : t`No answer`}</option>
            {choices.map((choice) => (
              <option key={choice.id} value={choice.id}>
                {choice.label}
              </option>
            ))}
          </SelectField>
        )
      })}
    </FormGrid>
  )
}
