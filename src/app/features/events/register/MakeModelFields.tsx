// Make and model of a vehicle: chosen from the club's list, or typed.
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import type { ClubEvent } from '../../../../domain/event.ts'
import { type Reading, useRead } from '../../../reading/useRead.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { toFieldId } from '../../../wizard/fieldIds.ts'
import { TextField } from '../../../wizard/fields/TextField.tsx'
import styles from './MakeModelFields.module.css'
import type { RegisterValues } from './registerFlow.ts'

export function MakeModelFields({ event }: { event: ClubEvent }) {
  const isTyped = useWatch<RegisterValues, 'vehicle.isTyped'>({ name: 'vehicle.isTyped' })
  if (event.typedMakeAndModel) return <TypedFields />
  return isTyped ? <TypedFields canList /> : <ListedFields event={event} />
}

function TypedFields({ canList = false }: { canList?: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <TextField name="vehicle.make" label={t`Make*`} required autoCapitalize="words" autoComplete="off" />
      <TextField name="vehicle.model" label={t`Model*`} required autoCapitalize="words" autoComplete="off" />
      {canList && <Switch isTyped={false} />}
    </>
  )
}

/** From the list to typing, or back. What was chosen stays as typed text; a typed make may not be listed. */
function Switch({ isTyped }: { isTyped: boolean }) {
  const { getValues, setValue, setFocus } = useFormContext<RegisterValues>()
  const change = () => {
    const { vehicle } = getValues()
    setValue('vehicle', { ...vehicle, ...(isTyped ? {} : { make: '', model: '' }), isTyped })
    if (isTyped)
      window.requestAnimationFrame(() => setFocus(vehicle.make === '' ? 'vehicle.make' : 'vehicle.model'))
    else window.requestAnimationFrame(() => document.getElementById(toFieldId('vehicle.make'))?.focus())
  }
  return (
    <div className={styles.switch}>
      <Button size="row" variant="quiet" onClick={change}>
        {isTyped ? <Trans>Not in the list? Type it</Trans> : <Trans>Choose from the list</Trans>}
      </Button>
    </div>
  )
}

function ListedFields({ event }: { event: ClubEvent }) {
  const { t } = useLingui()
  const { setValue } = useFormContext<RegisterValues>()
  const makes = useRead('get_makes', { eventId: event.id })
  const [make, model] = useWatch<RegisterValues, ['vehicle.make', 'vehicle.model']>({
    name: ['vehicle.make', 'vehicle.model'],
  })
  const makeId = makes.data?.makes.find(({ label }) => label === make)?.id
  const models = useRead('get_models', { makeId: makeId ?? 0 }, { enabled: makeId !== undefined })
  const listed = models.data?.models
  // a club without a list of makes
  if (makes.data?.makes.length === 0) return <TypedFields />
  const hasNone = make !== '' && (listed?.length === 0 || (makes.data !== undefined && makeId === undefined))
  return (
    <>
      <ListedField
        name="vehicle.make"
        label={t`Make*`}
        choose={t`Choose a make`}
        waiting={t`Loading the makes…`}
        reading={makes}
        labels={makes.data?.makes.map(({ label }) => label)}
        value={make}
        onChange={() => setValue('vehicle.model', '', { shouldDirty: true })}
      />
      {hasNone ? (
        <TextField
          name="vehicle.model"
          label={t`Model*`}
          required
          autoCapitalize="words"
          autoComplete="off"
        />
      ) : (
        <ListedField
          name="vehicle.model"
          label={t`Model*`}
          choose={make === '' ? t`Choose the make first` : t`Choose a model`}
          waiting={t`Loading the models…`}
          reading={models}
          labels={make === '' ? [] : listed?.map(({ label }) => label)}
          value={model}
        />
      )}
      <Switch isTyped />
    </>
  )
}

interface ListedFieldProps {
  name: 'vehicle.make' | 'vehicle.model'
  label: string
  choose: string
  waiting: string
  reading: Reading<unknown>
  /** Undefined before they are loaded. */
  labels: readonly string[] | undefined
  value: string
  onChange?(): void
}

/** Driven by the form, because its options come later than the form's value. */
function ListedField({ name, label, choose, waiting, reading, labels, value, onChange }: ListedFieldProps) {
  const { field, fieldState } = useController<RegisterValues, typeof name>({ name })
  const isMissing = labels === undefined && reading.error !== undefined
  const isOther = value !== '' && labels?.includes(value) === false
  return (
    <div className={styles.listed}>
      <Field id={toFieldId(name)} label={label} error={fieldState.error?.message} required>
        <Select
          name={field.name}
          ref={field.ref}
          value={value}
          onBlur={field.onBlur}
          onChange={(event) => {
            field.onChange(event)
            onChange?.()
          }}
        >
          <option value="">{labels === undefined && !isMissing ? waiting : choose}</option>
          {(isOther || labels === undefined) && value !== '' && <option value={value}>{value}</option>}
          {labels?.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      </Field>
      {isMissing && <Unlisted reading={reading} />}
    </div>
  )
}

function Unlisted({ reading }: { reading: Reading<unknown> }): ReactNode {
  return (
    <div role="status" className={styles.unlisted}>
      <p className="small">
        <Trans>The list could not be loaded. Try again, or type it.</Trans>
      </p>
      <Button size="row" busy={reading.isFetching} onClick={reading.refetch}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
