// The car on the form: the field for its number, drawn as a roundel, and the facts from the list.
import { Trans, useLingui } from '@lingui/react/macro'
import type { KeyboardEvent } from 'react'
import { mostCarNumberLength } from '../../../../domain/carNumber.ts'
import type { EventCar } from '../../../../domain/event.ts'
import { toCarName } from '../../../show/carName.ts'
import { Button } from '../../../ui/Button.tsx'
import { classNames } from '../../../ui/classNames.ts'
import styles from './CarHead.module.css'
import { toPlaceId } from './places.ts'

export interface CarHeadProps {
  number: string
  car: EventCar | undefined
  classDescription: string
  isActive: boolean
  onType(text: string): void
  onActivate(): void
  onChange(): void
  onEnter(event: KeyboardEvent): void
}

export function CarHead(props: CarHeadProps) {
  const { t } = useLingui()
  const { number, car, classDescription, isActive } = props
  const id = toPlaceId('number')
  const carClass = car?.carClass
  return (
    <div className={styles.head} data-row="">
      <input
        id={id}
        data-place=""
        className={classNames(
          styles.roundel,
          findLength(number.length),
          number === '' && styles.blank,
          isActive && styles.typing,
        )}
        aria-label={t`Car Number`}
        aria-describedby="car-data"
        value={number}
        // digits come from the pad below, or from a hardware keyboard
        inputMode="none"
        autoComplete="off"
        maxLength={mostCarNumberLength}
        onChange={({ target }) => props.onType(target.value)}
        // what is typed next is another number
        onFocus={({ target }) => {
          target.select()
          props.onActivate()
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === 'ArrowDown') props.onEnter(event)
        }}
      />
      <div className={styles.carWords} id="car-data" role="status">
        {car !== undefined ? (
          <>
            <h2 key={number} className={classNames(styles.carName, styles.arrived)}>
              {toCarName(car)}
            </h2>
            <p className={styles.carClass}>
              <Trans>
                Class {carClass}, {classDescription}
              </Trans>
            </p>
          </>
        ) : number === '' || isActive ? (
          <>
            <h2 className={styles.carName}>
              <Trans>Car Number</Trans>
            </h2>
            <p className={styles.carClass}>
              {number === '' ? (
                <Trans>Type it below, or choose a car.</Trans>
              ) : (
                <Trans>No car {number} on this phone's list so far.</Trans>
              )}
            </p>
          </>
        ) : (
          <p className={styles.unknown}>
            <Trans>There is no car {number} on this phone's list; the club may refuse it.</Trans>
          </p>
        )}
      </div>
      {!isActive && (
        <Button size="row" onClick={props.onChange}>
          <Trans>Change</Trans>
        </Button>
      )}
    </div>
  )
}

function findLength(digits: number): string | undefined {
  if (digits > 6) return styles.sevenOrEight
  if (digits > 4) return styles.fiveOrSix
  return digits === 4 ? styles.four : undefined
}
