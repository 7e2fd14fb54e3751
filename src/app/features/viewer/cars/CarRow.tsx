// One car of the show: number, vehicle, class, and its picture where there is one.
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { EventCar } from '../../../../domain/event.ts'
import { CarPicture } from '../../../show/CarPicture.tsx'
import { toCarName } from '../../../show/carName.ts'
import { useShow } from '../../../show/ShowContext.tsx'
import { ListRow, type ListRowProps } from '../../../ui/layout/ListRow.tsx'
import { Roundel } from '../../../ui/Roundel.tsx'

export interface CarRowProps {
  car: EventCar
  /** '' where the class is known by its number alone. */
  classDescription: string
  /** It leads to its row in the list of cars. */
  isLink?: boolean
  /** The address names it. */
  isChosen?: boolean
  /** Of the row's element, in a list that draws only a part of its rows. */
  row?: ListRowProps['row']
}

export function CarRow({ car, classDescription, isLink = false, isChosen = false, row }: CarRowProps) {
  const { saved } = useShow()
  const { number } = car
  const name = toCarName(car) || <Trans>Car {number}</Trans>
  return (
    <ListRow
      row={row}
      chosen={isChosen}
      leading={<Roundel number={number} size="small" />}
      title={
        isLink ? (
          <Link
            to="/portal/viewer/$eventId/cars"
            params={{ eventId: String(saved.eventId) }}
            search={{ car: number }}
            resetScroll={false}
          >
            {name}
          </Link>
        ) : (
          name
        )
      }
      note={<ClassName carClass={car.carClass} classDescription={classDescription} />}
      trailing={<CarPicture car={car} />}
    />
  )
}

function ClassName({ carClass, classDescription }: { carClass: number; classDescription: string }) {
  return classDescription === '' ? (
    <Trans>Class {carClass}</Trans>
  ) : (
    <Trans>
      Class {carClass}, {classDescription}
    </Trans>
  )
}
