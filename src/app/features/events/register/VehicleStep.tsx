// The step in which one vehicle is typed.
import { Trans, useLingui } from '@lingui/react/macro'
import { useFormContext } from 'react-hook-form'
import type { ClubEvent, EventClass } from '../../../../domain/event.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { SelectField } from '../../../wizard/fields/SelectField.tsx'
import { TextField } from '../../../wizard/fields/TextField.tsx'
import { useWizard } from '../../../wizard/wizardContext.ts'
import { OptionFields } from '../buying/OptionFields.tsx'
import { MakeModelFields } from './MakeModelFields.tsx'
import { OwnVehicles } from './OwnVehicles.tsx'
import { nameListed, type RegisterValues } from './registerFlow.ts'
import styles from './VehicleStep.module.css'
import { dropVehicle, isBegun, nameVehicle } from './vehicles.ts'

export interface VehicleStepProps {
  event: ClubEvent
  classes: readonly EventClass[]
}

export function VehicleStep({ event, classes }: VehicleStepProps) {
  const { t } = useLingui()
  const { getValues, reset, watch } = useFormContext<RegisterValues>()
  const { goTo } = useWizard()
  const values = watch()
  const { vehicles, editing } = values
  const changed = vehicles[editing]
  const listed = nameListed(values)
  const drop = () => {
    reset(dropVehicle(getValues()))
    goTo('confirm')
  }
  const name = changed && nameVehicle(changed)
  return (
    <>
      {changed === undefined && vehicles.length > 0 && (
        <Notice tone="info" title={<Trans>In your registration: {listed}</Trans>}>
          {isBegun(values) ? (
            <Trans>The vehicle below is added to it.</Trans>
          ) : (
            <Trans>Press Next to continue without another vehicle.</Trans>
          )}
        </Notice>
      )}
      <Panel
        title={
          changed !== undefined ? (
            <Trans>Change {name}</Trans>
          ) : vehicles.length > 0 ? (
            <Trans>Another vehicle</Trans>
          ) : (
            <Trans>Your vehicle</Trans>
          )
        }
      >
        {changed === undefined && <OwnVehicles />}
        <div className={styles.first}>
          <TextField name="vehicle.year" label={t`Year`} required inputMode="numeric" autoComplete="off" />
          <MakeModelFields event={event} />
        </div>
        <div className={styles.second}>
          <TextField name="vehicle.trim" label={t`Trim`} autoComplete="off" />
          <TextField name="vehicle.color" label={t`Color`} autoComplete="off" autoCapitalize="words" />
          <TextField name="vehicle.engine" label={t`Engine`} autoComplete="off" />
        </div>
        <SelectField name="vehicle.carClass" label={t`Class`} required autoComplete="off">
          <option value="">{t`Choose a class`}</option>
          {classes.map(({ id, number, description }) => (
            <option key={id} value={number}>
              {`${number}, ${description}`}
            </option>
          ))}
        </SelectField>
        <OptionFields options={event.registrationOptions} path="vehicle.answers" />
        {vehicles.length > 0 && isBegun(values) && (
          <div>
            <Button size="row" variant="quiet" onClick={drop}>
              {changed === undefined ? (
                <Trans>Discard this vehicle</Trans>
              ) : (
                <Trans>Leave it as it was</Trans>
              )}
            </Button>
          </div>
        )}
      </Panel>
    </>
  )
}
