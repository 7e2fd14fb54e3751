// One class of the ballot: its selects, and the field for a car that is not listed.
import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { mostCarNumberLength } from '../../../../domain/carNumber.ts'
import type { ClassEntries, EventCar } from '../../../../domain/event.ts'
import { toCarName } from '../../../show/carName.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/form/Field.tsx'
import { Select } from '../../../ui/form/Select.tsx'
import { TextInput } from '../../../ui/form/TextInput.tsx'
import { Panel } from '../../../ui/layout/Panel.tsx'
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx'
import {
  type BallotPaper,
  type BallotValues,
  type Choice,
  type ChoiceFault,
  type ChoiceNote,
  findNote,
  getChoice,
  noSelection,
  notListed,
} from '../ballotForm.ts'
import { CarPicker } from './CarPicker.tsx'
import styles from './ClassPanel.module.css'

export function toTypedId(carClass: number, place: number): string {
  return `typed-${carClass}-${place}`
}

export interface ClassPanelProps {
  entries: ClassEntries
  paper: BallotPaper
  cars: ReadonlyMap<string, EventCar>
  choices: BallotValues['choices']
  faults: readonly ChoiceFault[]
  onChoose(carClass: number, place: number, choice: Choice): void
}

export function ClassPanel({ entries, paper, cars, choices, faults, onChoose }: ClassPanelProps) {
  const { t } = useLingui()
  const { carClass, classDescription, carNumbers } = entries
  const [picking, setPicking] = useState<number>()
  // the same elements for all selects and renders: a large show has thousands of options
  const options = useMemo(
    () =>
      carNumbers.map((number) => (
        <option key={number} value={number}>
          {[number, toCarName(cars.get(number))].filter(Boolean).join(', ')}
        </option>
      )),
    [carNumbers, cars],
  )
  return (
    <Panel
      title={<Trans>Class {carClass}</Trans>}
      note={classDescription}
      tone={faults.length > 0 ? 'bad' : 'plain'}
    >
      {Array.from({ length: paper.votesPerClass }, (_, place) => {
        const n = place + 1
        const choice = getChoice({ choices }, carClass, place)
        const note = findNote(paper, { choices }, carClass, place)
        return (
          <div key={n} className={styles.choice}>
            <Field
              label={
                <Trans>
                  <VisuallyHidden>
                    Class {carClass} - {classDescription} -{' '}
                  </VisuallyHidden>
                  <span className={styles.choiceLabel}>choice {n}</span>
                </Trans>
              }
            >
              <Select
                value={choice.pick}
                onChange={({ target }) => onChoose(carClass, place, { ...choice, pick: target.value })}
              >
                <option value={noSelection}>{t`- no selection -`}</option>
                {options}
                <option value={notListed}>{t`- other, not listed -`}</option>
              </Select>
            </Field>
            {carNumbers.length > 0 && (
              <Button
                size="row"
                variant="quiet"
                icon={<Search size={20} aria-hidden="true" />}
                onClick={() => setPicking(place)}
              >
                <Trans>
                  Type the number, or see the cars
                  <VisuallyHidden>
                    {' '}
                    of class {carClass}, choice {n}
                  </VisuallyHidden>
                </Trans>
              </Button>
            )}
            {choice.pick === notListed && (
              <Field
                id={toTypedId(carClass, place)}
                label={<Trans>Enter car number for class {carClass}</Trans>}
                error={toFaultText(faults.find((fault) => fault.place === place))}
              >
                <TextInput
                  inputMode="numeric"
                  pattern={`${carClass}\\d*`}
                  autoComplete="off"
                  maxLength={mostCarNumberLength}
                  value={choice.typed}
                  onChange={({ target }) => onChoose(carClass, place, { ...choice, typed: target.value })}
                />
              </Field>
            )}
            <p className={styles.tip} role="status">
              {note && <NoteText note={note} />}
            </p>
          </div>
        )
      })}
      <CarPicker
        entries={entries}
        cars={cars}
        place={picking}
        onClose={() => setPicking(undefined)}
        onPick={(number) => {
          if (picking === undefined) return
          const isListed = carNumbers.includes(number)
          onChoose(
            carClass,
            picking,
            isListed ? { pick: number, typed: '' } : { pick: notListed, typed: number },
          )
          setPicking(undefined)
        }}
      />
    </Panel>
  )
}

function toFaultText(fault: ChoiceFault | undefined): ReactNode {
  if (fault === undefined) return undefined
  if (fault.kind === 'bad-number') {
    return <Trans>Manual entries must start with the class number and contain only digits.</Trans>
  }
  const { fullClass } = fault
  return <Trans>This number counts for class {fullClass}, which has too many votes then.</Trans>
}

function NoteText({ note }: { note: ChoiceNote }) {
  const { number } = note
  if (note.kind === 'twice') return <Trans>Car {number} is chosen twice. It counts once.</Trans>
  const { countedClass } = note
  return (
    <Trans>
      Car {number} counts for class {countedClass}.
    </Trans>
  )
}
