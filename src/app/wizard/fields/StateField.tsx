// The state of an address, in every form. In the United States it is chosen from a list; elsewhere it is a text that
// may be left out.
import { useLingui } from '@lingui/react/macro'
import { type Ref, useState } from 'react'
import { useController } from 'react-hook-form'
import { isUnitedStates } from '../../../domain/shapes/country.ts'
import type { StatePlace } from '../../../domain/shapes/state.ts'
import { Field } from '../../ui/form/Field.tsx'
import { Select } from '../../ui/form/Select.tsx'
import { TextInput } from '../../ui/form/TextInput.tsx'
import { toFieldId } from '../fieldIds.ts'
import { usStates } from './usStates.ts'

export interface StateControlProps {
  id: string
  name: string
  value: string
  place: StatePlace
  onChange(state: string): void
  onBlur?(): void
  inputRef?: Ref<HTMLInputElement & HTMLSelectElement>
  autoComplete?: string
  error?: string | undefined
  /** What the member's record has, which may be in no list. */
  own?: string
  /** It may be left out in the United States too. */
  optional?: boolean
}

/** No state is called like this. */
const notInList = '-'

export function StateControl(props: StateControlProps) {
  const { id, name, value, place, onChange, onBlur, inputRef, error, own = '', optional = false } = props
  const { autoComplete = 'address-level1' } = props
  const { t } = useLingui()
  const [isTyping, setIsTyping] = useState(false)
  const isListed = (text: string) => text === '' || Object.hasOwn(usStates, text)
  const isAmerican = isUnitedStates(place.country)
  // a form that asks for no country is for people from elsewhere too
  const isText = !isAmerican || (!place.isAsked && (isTyping || !isListed(value)))
  const needed = isAmerican && !optional
  const choose = (state: string) => {
    if (state !== notInList) return onChange(state)
    onChange('')
    setIsTyping(true)
    window.requestAnimationFrame(() => document.getElementById(id)?.focus())
  }
  const leave = () => {
    if (value === '') setIsTyping(false)
    onBlur?.()
  }
  const wiring = { name, value, autoComplete, ref: inputRef }
  return (
    <Field id={id} label={t`State`} error={error} required={needed} optional={!needed}>
      {isText ? (
        <TextInput
          {...wiring}
          enterKeyHint="next"
          autoCapitalize="words"
          // what is typed may be one of the list meanwhile
          onFocus={() => setIsTyping(true)}
          onChange={({ target }) => onChange(target.value)}
          onBlur={leave}
        />
      ) : (
        <Select {...wiring} onChange={({ target }) => choose(target.value)} onBlur={onBlur}>
          <option value="">{t`Choose`}</option>
          {own !== '' && !isListed(own) && <option value={own}>{own}</option>}
          {Object.entries(usStates).map(([code, state]) => (
            <option key={code} value={code}>
              {state}
            </option>
          ))}
          {!place.isAsked && <option value={notInList}>{t`Not in this list`}</option>}
        </Select>
      )}
    </Field>
  )
}

export interface StateFieldProps extends Pick<StateControlProps, 'place' | 'autoComplete' | 'own'> {
  /** The field's path in the form. */
  name: string
}

export function StateField({ name, ...props }: StateFieldProps) {
  const { field, fieldState } = useController({ name })
  return (
    <StateControl
      {...props}
      id={toFieldId(name)}
      name={field.name}
      value={String(field.value ?? '')}
      inputRef={field.ref}
      error={fieldState.error?.message}
      onChange={field.onChange}
      onBlur={field.onBlur}
    />
  )
}
