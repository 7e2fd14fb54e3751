// The cars that somebody chose, each with its class.
import { Trans, useLingui } from '@lingui/react/macro'
import type { EventCar } from '../../../domain/event.ts'
import { toCarName } from '../../show/carName.ts'
import { List } from '../../ui/layout/List.tsx'
import { ListRow } from '../../ui/layout/ListRow.tsx'
import { Roundel } from '../../ui/Roundel.tsx'
import type { ReviewedClass } from './ballotForm.ts'

export interface ChoiceListProps {
  chosen: readonly ReviewedClass[]
  cars: ReadonlyMap<string, EventCar>
}

export function ChoiceList({ chosen, cars }: ChoiceListProps) {
  const { t } = useLingui()
  return (
    <List flush label={t`Your choices`}>
      {chosen.flatMap(({ carClass, classDescription, numbers }) =>
        numbers.map((number) => (
          <ListRow
            key={number}
            leading={<Roundel number={number} />}
            title={toCarName(cars.get(number)) || <Trans>Car {number}, not listed</Trans>}
            note={
              classDescription !== '' && (
                <Trans>
                  Class {carClass} - {classDescription}
                </Trans>
              )
            }
          />
        )),
      )}
    </List>
  )
}
