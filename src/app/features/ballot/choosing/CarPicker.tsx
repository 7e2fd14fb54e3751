// Instead of a long select: the car's number is typed, or the car is tapped in a list with pictures.
import { Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useState } from 'react'
import { isManualNumber } from '../../../../domain/ballot.ts'
import { mostCarNumberLength, toCarNumber } from '../../../../domain/carNumber.ts'
import type { ClassEntries, EventCar } from '../../../../domain/event.ts'
import { CarPicture } from '../../../show/CarPicture.tsx'
import { toCarName } from '../../../show/carName.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { List } from '../../../ui/layout/List.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import { Sheet } from '../../../ui/overlay/Sheet.tsx'
import { Roundel } from '../../../ui/Roundel.tsx'
import styles from './CarPicker.module.css'

export interface CarPickerProps {
  entries: ClassEntries
  cars: ReadonlyMap<string, EventCar>
  /** The choice that is made, from 0; undefined while the picker is closed. */
  place: number | undefined
  /** A listed number, or one that the list does not have. */
  onPick(number: string): void
  onClose(): void
}

export function CarPicker({ entries, cars, place, onPick, onClose }: CarPickerProps) {
  const { carClass } = entries
  const n = (place ?? 0) + 1
  return (
    <Sheet
      open={place !== undefined}
      onClose={onClose}
      title={
        <Trans>
          Class {carClass}, choice {n}
        </Trans>
      }
    >
      {/* empty again for each choice */}
      {place !== undefined && <Picker key={place} entries={entries} cars={cars} onPick={onPick} />}
    </Sheet>
  )
}

function Picker({ entries, cars, onPick }: Pick<CarPickerProps, 'entries' | 'cars' | 'onPick'>) {
  const { t } = useLingui()
  const { carClass, carNumbers } = entries
  const [typed, setTyped] = useState('')
  const found = carNumbers.filter((number) => number.startsWith(typed))
  const isListed = carNumbers.includes(typed)
  const isManual = !isListed && isManualNumber(typed, carClass)
  const other = cars.get(typed)?.carClass
  const only = isListed ? typed : found.length === 1 ? found[0] : undefined
  // the sheet stands inside the ballot's own form, which Enter would send
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (only !== undefined && typed !== '') onPick(only)
  }
  return (
    <div className={styles.picker}>
      <Field label={<Trans>Car number</Trans>} required>
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          maxLength={mostCarNumberLength}
          value={typed}
          onKeyDown={press}
          onChange={({ target }) => setTyped(toCarNumber(target.value))}
        />
      </Field>
      <p className="muted" role="status">
        {found.length === 0 &&
          (isManual ? (
            <Trans>No car of this class has this number.</Trans>
          ) : (
            <>
              {other !== undefined && (
                <>
                  <Trans>
                    Car {typed} is in class {other}.
                  </Trans>{' '}
                </>
              )}
              <Trans>The numbers of this class begin with {carClass}.</Trans>
            </>
          ))}
      </p>
      {isManual && found.length === 0 && (
        <Button full onClick={() => onPick(typed)}>
          <Trans>Vote for {typed}</Trans>
        </Button>
      )}
      {found.length > 0 && (
        <div className={styles.cars}>
          <List label={t`Cars`} edged>
            {found.map((number) => (
              <Car key={number} number={number} car={cars.get(number)} onPick={onPick} />
            ))}
          </List>
        </div>
      )}
    </div>
  )
}

interface CarProps {
  number: string
  car: EventCar | undefined
  onPick(number: string): void
}

function Car({ number, car, onPick }: CarProps) {
  return (
    <ListRow
      leading={<Roundel number={number} size="small" />}
      title={
        <button
          type="button"
          aria-label={[number, toCarName(car)].filter(Boolean).join(', ')}
          onClick={() => onPick(number)}
        >
          {toCarName(car) || number}
        </button>
      }
      trailing={<CarPicture car={car} />}
    />
  )
}
