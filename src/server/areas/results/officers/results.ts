// `club -- results`: the results on the screen or in files.

import { toNumberText } from '../../../contest/officers/receiptText.ts'
import { type Command, eventWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { newFile } from '../../../officers/options.ts'
import { toHeadings } from '../../../officers/words.ts'
import type { Disagreement } from './recount.ts'
import { computeResults, type Results } from './resultsActs.ts'
import { toResultsText } from './resultsText.ts'

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
      if (!isSaved) print(toResultsText(results))
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

function toResultsCsv({ ballots, judging }: Results): string {
  const header = toHeadings(`kind, form or class, class, car, rank, class rank, tied, votes or total, sheets,
      missing judges, late, name, owner`)
  const votes = ballots.classes.flatMap(({ carClass, classDescription, cars }) =>
    cars.map(({ number, rank, tied, votes, name, owner }) => [
      ...['ballot', classDescription, carClass, number, rank, rank, tied ? 'yes' : '', votes],
      ...['', '', '', name, owner],
    ]),
  )
  const scores = judging.forms.flatMap(({ title, cars }) =>
    cars.map((car) => [
      ...['judging', title, car.carClass, car.number, car.rank, car.classRank, car.tied ? 'yes' : ''],
      ...[toNumberText(car.total), car.sheets, car.missing.join(' '), car.late === 0 ? '' : car.late],
      ...[car.name, car.owner],
    ]),
  )
  return toCsv([header, ...votes, ...scores])
}
