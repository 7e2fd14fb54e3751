// `club -- results`: the results on the screen or in files.

import { type NamedCar, toCarText } from '../../../contest/officers/carNames.ts'
import { toNumberText } from '../../../contest/officers/receiptText.ts'
import { topCarsPrinted } from '../../../limits/sizes.ts'
import { type Command, eventWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { newFile } from '../../../officers/options.ts'
import { createCellTimeFormat, createTimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toHeadings, toVisibleLine } from '../../../officers/words.ts'
import type { Disagreement } from './recount.ts'
import { computeResults, type Results } from './resultsActs.ts'

export const resultsCommand: Command = {
  takes: 'event',
  alone: eventWay({
    options: { csv: newFile, json: newFile },
    help: `results EVENT [--csv FILE] [--json FILE]
      votes by class and weighted scores; marks ties, missing and late sheets; counts everything twice`,
    async run({ act, save, print }, { csv, json }) {
      const results = await act(computeResults)
      const disagreements = results.disagreements.map(toDisagreementText)
      const isSaved = await save({ json, csv }, 'The results are', {
        json: () => ({ ...results, disagreements }),
        csv: () => toResultsCsv(results),
      })
      if (isSaved) print(toOpenText(results))
      else print(toResultsText(results))
      if (disagreements.length === 0) {
        print('Counted again from the receipts: both counts agree.\n')
        return 0
      }
      print('Counted again from the receipts: THE COUNTS DISAGREE. Do not announce these results.\n')
      for (const line of disagreements) print(`  ${line}\n`)
      return 1
    },
  }),
}

function toDisagreementText(one: Disagreement): string {
  switch (one.kind) {
    case 'votes':
      return `Car ${one.car} has ${one.stored} votes, and ${one.recounted} when counted again.`
    case 'total':
      return `The sheet of ${one.place} adds up to ${one.stored ?? 'nothing'}, and to ${one.recounted ?? 'nothing'} when counted again.`
    case 'papers':
      return `Paper ${one.paper ?? '(number not known)'} is counted ${one.times} times.`
    case 'ballots':
      return `The voter ${one.voter} has more than one ballot.`
    case 'receipt':
      return `The receipt ${one.key} does not match what is stored.`
  }
}

function toResultsCsv({ event, ballots, judging }: Results): string {
  const header = toHeadings(`kind, form or class, class, car, rank, class rank, tied, votes or total, sheets,
      missing judges, late, name, owner, may change until`)
  const toMoment = createCellTimeFormat(event.timeZone)
  const until = (open: Open) => (open === null ? '' : toMoment(new Date(open.takenUntil)))
  const votes = ballots.classes.flatMap(({ carClass, classDescription, cars }) =>
    cars.map(({ number, rank, tied, votes, name, owner }) => [
      ...['ballot', classDescription, carClass, number, rank, rank, tied ? 'yes' : '', votes],
      ...['', '', '', name, owner, until(ballots.open)],
    ]),
  )
  const scores = judging.forms.flatMap(({ title, cars }) =>
    cars.map((car) => [
      ...['judging', title, car.carClass, car.number, car.rank, car.classRank, car.tied ? 'yes' : ''],
      ...[toNumberText(car.total), car.sheets, car.missing.join(' '), car.late === 0 ? '' : car.late],
      ...[car.name, car.owner, until(judging.open)],
    ]),
  )
  return toCsv([header, ...votes, ...scores])
}

type CountedClass = Results['ballots']['classes'][number]
type JudgedForm = Results['judging']['forms'][number]
type JudgedCar = JudgedForm['cars'][number]

function toResultsText(results: Results): string {
  const { event, ballots, judging } = results
  const classNames = new Map(
    ballots.classes.map(({ carClass, classDescription }) => [carClass, classDescription]),
  )
  return [
    `${toVisibleLine(event.name)}\n${toOpenText(results)}\n`,
    `${toBallotsHeading(ballots)}\n`,
    ...ballots.classes.map(toClassText),
    `\n${toJudgingHeading(judging)}\n`,
    ...judging.forms.map((form) => toFormText(form, classNames)),
  ].join('')
}

type Open = Results['ballots']['open']

/** What may still come, so that nobody announces too early; '' when all is in. */
function toOpenText({ event, ballots, judging }: Results): string {
  const toMoment = createTimeFormat(event.timeZone)
  const write = (what: string, many: string, open: Open) => {
    if (open === null) return ''
    const [until, takenUntil] = [toMoment(new Date(open.until)), toMoment(new Date(open.takenUntil))]
    return open.state === 'late'
      ? `${what} ended at ${until}. ${many} that were made in time are taken until ${takenUntil}: these are not the results yet.\n`
      : `${what} ${open.state === 'open' ? 'is' : 'has not begun and will be'} open until ${until}: these are not the results yet.\n`
  }
  return `${write('Voting', 'Ballots', ballots.open)}${write('Judging', 'Score sheets', judging.open)}`
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

/** "101, 1912 Ford Model T, Ruth Amsel", with the numbers after it below each other. */
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
