// The results on the screen, to read out: votes by class, and judging by form and class.

import { type NamedCar, toCarText } from '../../../contest/officers/carNames.ts'
import { toNumberText } from '../../../contest/officers/receiptText.ts'
import { topCarsPrinted } from '../../../limits/sizes.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import type { Results } from './resultsActs.ts'

type CountedClass = Results['ballots']['classes'][number]
type JudgedForm = Results['judging']['forms'][number]
type JudgedCar = JudgedForm['cars'][number]

export function toResultsText({ event, ballots, judging }: Results): string {
  const classNames = new Map(
    ballots.classes.map(({ carClass, classDescription }) => [carClass, classDescription]),
  )
  return [
    `${toVisibleLine(event.name)}\n\n`,
    `${toBallotsHeading(ballots)}\n`,
    ...ballots.classes.map(toClassText),
    `\n${toJudgingHeading(judging)}\n`,
    ...judging.forms.map((form) => toFormText(form, classNames)),
  ].join('')
}

function toBallotsHeading({ counted, late, void: voided }: Results['ballots']): string {
  const marks = [late > 0 && `${late} of them late`, voided > 0 && `${voided} void`]
  return [`Ballots: ${counted} counted`, ...marks.filter((mark) => mark !== false)].join(', ')
}

function toJudgingHeading({ sheets, revisions, late }: Results['judging']): string {
  const counts = `${toCountText(sheets, 'sheet')} from ${toCountText(revisions, 'submission')}`
  return `Judging: ${counts}${late > 0 ? `, ${late} late` : ''}`
}

function toClassText({ carClass, classDescription, cars }: CountedClass): string {
  const rows = cars.slice(0, topCarsPrinted).map((car) => ({
    rank: car.rank,
    car,
    cells: [toCountText(car.votes, 'vote'), car.tied ? 'tied' : ''],
  }))
  const rest = cars.length > topCarsPrinted ? `         and ${cars.length - topCarsPrinted} more\n` : ''
  const none = cars.length === 0 ? '      no votes\n' : ''
  return `  ${toClassName(carClass, classDescription)}\n${none}${toRows(rows)}${rest}`
}

function toFormText({ title, cars, unscored }: JudgedForm, classNames: ReadonlyMap<number, string>): string {
  const counts = `${toCountText(cars.length, 'car')} scored, ${unscored.length} not yet`
  const classes = [...Map.groupBy(cars, ({ carClass }) => carClass)].sort(([a], [b]) => a - b)
  const texts = classes.map(
    ([carClass, ofClass]) =>
      `  ${toClassName(carClass, classNames.get(carClass) ?? '')}\n${toJudgedRows(ofClass)}`,
  )
  return `${toVisibleLine(title)}: ${counts}\n${texts.join('')}`
}

function toJudgedRows(cars: readonly JudgedCar[]): string {
  const rows = cars.map((car) => ({
    rank: car.classRank,
    car,
    cells: [toNumberText(car.total), toCountText(car.sheets, 'sheet'), toMarks(car, cars)],
  }))
  return toRows(rows)
}

/** A tie counts within the class, because awards are given by class. */
function toMarks(car: JudgedCar, ofClass: readonly JudgedCar[]): string {
  const isTied = ofClass.some((other) => other !== car && other.classRank === car.classRank)
  const marks = [
    isTied && 'tied',
    car.late > 0 && `${car.late} late`,
    car.missing.length > 0 &&
      `missing: ${car.missing.length === 1 ? 'judge' : 'judges'} ${car.missing.join(', ')}`,
  ]
  return marks.filter((mark) => mark !== false).join('; ')
}

function toClassName(carClass: number, description: string): string {
  return `Class ${carClass}${description === '' ? '' : `, ${toVisibleLine(description)}`}`
}

interface Row {
  readonly rank: number
  readonly car: NamedCar & { readonly number: string }
  readonly cells: readonly string[]
}

/** "101, 1912 Ford Model T, R. Amsel", with the numbers after it below each other. */
function toRows(rows: readonly Row[]): string {
  const named = rows.map(({ car }) => toCarText(car.number, car))
  const width = Math.max(0, ...named.map((name) => name.length))
  const numbers = Math.max(0, ...rows.map(({ cells: [first = ''] }) => first.length))
  return rows
    .map(({ rank, cells: [first = '', ...more] }, at) => {
      const cells = [(named[at] ?? '').padEnd(width), first.padStart(numbers), ...more]
      return `    ${String(rank).padStart(3)}.  ${cells.join('  ').trimEnd()}\n`
    })
    .join('')
}
