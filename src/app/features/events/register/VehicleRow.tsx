// One vehicle of a registration, with buttons to change it and to take it out.
import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { ClubEvent, EventClass } from '../../../../domain/event.ts'
import { nameOptionValues, readOptionValues } from '../../../../domain/sales/optionValues.ts'
import { Button } from '../../../ui/Button.tsx'
import { FieldMessage } from '../../../ui/form/FieldMessage.tsx'
import { listGiven } from '../buying/optionValues.ts'
import styles from './VehicleRow.module.css'
import { nameVehicle, type Vehicle } from './vehicles.ts'

export interface VehicleRowProps {
  vehicle: Vehicle
  classes: readonly EventClass[]
  options: ClubEvent['registrationOptions']
  /** The target of an ErrorSummary's link. */
  editId: string
  fault: string | undefined
  onEdit(): void
  onRemove(): void
}

export function VehicleRow({ vehicle, classes, options, editId, fault, onEdit, onRemove }: VehicleRowProps) {
  const { t } = useLingui()
  const faultId = useId()
  const { trim, color, engine, carClass, answers } = vehicle
  const name = nameVehicle(vehicle)
  const known = classes.find(({ number }) => String(number) === carClass)
  const about = [trim, color, engine].map((text) => text.trim()).filter(Boolean)
  const { values } = readOptionValues(options, listGiven(options, answers))
  const className = known?.description ?? ''
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <h3>{name}</h3>
        <p className="small muted">
          <Trans>
            Class {carClass}, {className}
          </Trans>
        </p>
        {about.length > 0 && <p className="small muted">{about.join(', ')}</p>}
        {nameOptionValues(values, options).map((answer) => (
          <p key={answer} className="small muted">
            {answer}
          </p>
        ))}
        {fault !== undefined && <FieldMessage id={faultId}>{fault}</FieldMessage>}
      </div>
      <div className={styles.actions}>
        <Button
          id={editId}
          size="row"
          aria-label={t`Edit ${name}`}
          aria-describedby={fault === undefined ? undefined : faultId}
          onClick={onEdit}
        >
          <Trans>Edit</Trans>
        </Button>
        <Button size="row" variant="danger" aria-label={t`Remove ${name}`} onClick={onRemove}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}
