// Below a number that is being typed: the matching cars with their pictures, one tap each.
import { Trans, useLingui } from '@lingui/react/macro'
import { CarPicture } from '../../../show/CarPicture.tsx'
import { toCarName } from '../../../show/carName.ts'
import { Button } from '../../../ui/Button.tsx'
import { List } from '../../../ui/layout/List.tsx'
import { ListRow } from '../../../ui/layout/ListRow.tsx'
import { Roundel } from '../../../ui/Roundel.tsx'
import { CarStateChip } from '../CarStateChip.tsx'
import { CorrectionLine } from '../CorrectionLine.tsx'
import { type CarRow, suggestCars } from '../myCars.ts'
import styles from './CarSuggestions.module.css'

export interface CarSuggestionsProps {
  rows: readonly CarRow[]
  typed: string
  /** The number of the last sheet: the judge is near that car. */
  after: string
  onChoose(number: string): void
  /** Opens the existing sheet, a draft or one sent before. */
  onTakeUp(number: string): void
}

const mostSuggestions = 3

export function CarSuggestions({ rows, typed, after, onChoose, onTakeUp }: CarSuggestionsProps) {
  const { t } = useLingui()
  // of the car that the head already shows, only what the head does not show
  const cars = suggestCars(rows, typed, after, mostSuggestions).filter(
    ({ number, car, state }) => number !== typed || car?.picture !== '' || state !== 'todo',
  )
  if (cars.length === 0) return null
  return (
    <List label={t`Cars`} edged="below">
      {cars.map((row) => (
        <Suggestion key={row.number} row={row} onChoose={onChoose} onTakeUp={onTakeUp} />
      ))}
    </List>
  )
}

function Suggestion({
  row,
  onChoose,
  onTakeUp,
}: { row: CarRow } & Pick<CarSuggestionsProps, 'onChoose' | 'onTakeUp'>) {
  const { number, car, state, classDescription, isCorrecting } = row
  const carClass = car?.carClass
  return (
    <ListRow
      leading={<Roundel number={number} size="small" />}
      title={
        <button type="button" onClick={() => onChoose(number)}>
          {toCarName(car)}
        </button>
      }
      note={
        <Trans>
          Class {carClass}, {classDescription}
        </Trans>
      }
      trailing={<CarPicture car={car} />}
    >
      {state !== 'todo' && (
        <div className={styles.takeUp}>
          <CarStateChip state={state} />
          {isCorrecting && <CorrectionLine />}
          <Button size="row" onClick={() => onTakeUp(number)}>
            {state === 'started' || isCorrecting ? (
              <Trans>Continue with it</Trans>
            ) : state === 'withdrawn' || state === 'void' ? (
              <Trans>Score again</Trans>
            ) : (
              <Trans>Correct</Trans>
            )}
          </Button>
        </div>
      )}
    </ListRow>
  )
}
