// `club -- results`: the results on the screen or in files.

import { toNumberText, toResultsText } from '../../../contest/officers/resultsText.ts'
import { computeResults, type Results } from '../../../contest/officers/resultsWork.ts'
import type { EventCommandContext } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { toJsonText } from '../../../officers/words.ts'

export async function runResults(context: EventCommandContext): Promise<number> {
  const { flags, print } = context
  const results = await computeResults(context)
  if (flags.json !== undefined) {
    await writeOutput(flags, flags.json, `${toJsonText(results, 2)}\n`)
    print(`The results are in ${flags.json}.\n`)
  }
  if (flags.csv !== undefined) {
    await writeOutput(flags, flags.csv, toResultsCsv(results))
    print(`The results are in ${flags.csv}.\n`)
  }
  if (flags.json === undefined && flags.csv === undefined) print(toResultsText(results))
  if (results.disagreements.length === 0) {
    print('Counted again from the receipts: both counts agree.\n')
    return 0
  }
  print('Counted again from the receipts: THE COUNTS DISAGREE. Do not announce these results.\n')
  for (const line of results.disagreements) print(`  ${line}\n`)
  return 1
}

function toResultsCsv({ ballots, judging }: Results): string {
  const header = [
    'kind',
    'form or class',
    'class',
    'car',
    'rank',
    'class rank',
    'tied',
    'votes or total',
    'sheets',
    'missing judges',
    'late',
    'name',
    'owner',
  ]
  const votes = ballots.classes.flatMap(({ carClass, classDescription, cars }) =>
    cars.map(({ number, rank, tied, votes, name, owner }) => [
      'ballot',
      classDescription,
      carClass,
      number,
      rank,
      rank,
      tied ? 'yes' : '',
      votes,
      '',
      '',
      '',
      name,
      owner,
    ]),
  )
  const scores = judging.forms.flatMap(({ title, cars }) =>
    cars.map((car) => [
      'judging',
      title,
      car.carClass,
      car.number,
      car.rank,
      car.classRank,
      car.tied ? 'yes' : '',
      toNumberText(car.total),
      car.sheets,
      car.missing.join(' '),
      car.late === 0 ? '' : car.late,
      car.name,
      car.owner,
    ]),
  )
  return toCsv([header, ...votes, ...scores])
}
