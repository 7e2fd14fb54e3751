// `club -- results`: what the ballots and the score sheets come to, worked out twice in two ways that must agree.
import {
  areEqual,
  type CarVotes,
  type ClassCount,
  countVotes,
  type FormResult,
  findCurrentSheets,
  type SheetTotal,
  type StoredSubmission,
  toClassCounts,
  toFormResults,
  toSheetTotals,
} from '../../domain/results.ts'
import { listJudges } from '../db/contest/judge.ts'
import { listForms } from '../db/contest/judgingForm.ts'
import {
  countStoredVotes,
  listSheetTotals,
  listSubmissions,
  listUnmatchedRecords,
} from '../db/contest/submission.ts'
import { readEntries } from '../events/eventPack.ts'
import { writeWholeFile } from '../storage/atomicFile.ts'
import type { EventCommandContext } from './command.ts'
import { toCsv } from './csv.ts'

interface Results {
  event: { id: number; name: string }
  ballots: { counted: number; late: number; void: number; classes: ClassCount[] }
  judging: { sheets: number; late: number; revisions: number; forms: FormResult[] }
  /** What the second way found otherwise; empty when both agree. */
  disagreements: string[]
}

export async function runResults(context: EventCommandContext): Promise<number> {
  const { flags, print } = context
  const results = await work(context)
  if (flags.json !== undefined) {
    await writeWholeFile(flags.json, `${JSON.stringify(results, null, 2)}\n`)
    print(`The results are in ${flags.json}.\n`)
  }
  if (flags.csv !== undefined) {
    await writeWholeFile(flags.csv, toResultsCsv(results))
    print(`The results are in ${flags.csv}.\n`)
  }
  if (flags.json === undefined && flags.csv === undefined) printResults(results, print)
  if (results.disagreements.length === 0) {
    print('Counted again from the receipts: both counts agree.\n')
    return 0
  }
  print('Counted again from the receipts: THE COUNTS DISAGREE. Do not announce these results.\n')
  for (const line of results.disagreements) print(`  ${line}\n`)
  return 1
}

/** One snapshot for both ways, so that a sheet that arrives meanwhile is in both or in none. */
function work({ services, tenant, event }: EventCommandContext): Promise<Results> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const submissions = await listSubmissions(tx, tenant.id, event.id)
    const votes = await countStoredVotes(tx, tenant.id, event.id)
    const totals = await listSheetTotals(tx, tenant.id, event.id)
    const unmatched = await listUnmatchedRecords(tx, tenant.id, event.id)
    const judges = await listJudges(tx, tenant.id, event.id)
    const forms = await listForms(tx, tenant.id, event.id)
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const { classes, cars } = entries
    const ballots = submissions.filter(({ action }) => action === 'submit_ballot')
    const sheets = submissions.filter(({ action }) => action === 'submit_judging_form')
    return {
      event: { id: event.id, name: event.name },
      ballots: {
        counted: ballots.filter(({ current }) => current).length,
        late: ballots.filter(({ current, late }) => current && late).length,
        void: ballots.filter(({ current }) => !current).length,
        classes: toClassCounts(classes, votes),
      },
      judging: {
        sheets: totals.length,
        late: totals.filter(({ late }) => late).length,
        revisions: sheets.length,
        forms: toFormResults(
          forms,
          cars,
          judges.map(({ code, formId }) => ({ judgeId: code, formId })),
          totals,
        ),
      },
      disagreements: [
        ...compareVotes(votes, countVotes(classes, ballots)),
        ...compareTotals(totals, toSheetTotals(forms, findCurrentSheets(sheets))),
        ...findDoubleBallots(ballots),
        ...unmatched.map((key) => `The receipt ${key} says something else than what is stored.`),
      ],
    }
  })
}

function compareVotes(stored: readonly CarVotes[], recounted: readonly CarVotes[]): string[] {
  const numbers = new Set([...stored, ...recounted].map(({ number }) => number))
  return [...numbers].flatMap((number) => {
    const one = stored.find((car) => car.number === number)?.votes ?? 0
    const other = recounted.find((car) => car.number === number)?.votes ?? 0
    return one === other ? [] : [`Car ${number} has ${one} votes, and ${other} when counted again.`]
  })
}

function compareTotals(stored: readonly SheetTotal[], recounted: readonly SheetTotal[]): string[] {
  const place = ({ formId, judgeId, carNumber }: SheetTotal) =>
    `form ${formId}, judge ${judgeId}, car ${carNumber}`
  const ones = new Map(stored.map((sheet) => [place(sheet), sheet.total]))
  const others = new Map(recounted.map((sheet) => [place(sheet), sheet.total]))
  return [...new Set([...ones.keys(), ...others.keys()])].flatMap((name) => {
    const one = ones.get(name)
    const other = others.get(name)
    if (one !== undefined && other !== undefined && areEqual(one, other)) return []
    return [
      `The sheet of ${name} comes to ${one ?? 'nothing'}, and to ${other ?? 'nothing'} when added up again.`,
    ]
  })
}

function findDoubleBallots(ballots: readonly StoredSubmission[]): string[] {
  const voters = ballots.map(({ voterId }) => voterId)
  return [...new Set(voters.filter((voter, index) => voters.indexOf(voter) !== index))].map(
    (voter) => `The voter ${voter} has more than one ballot.`,
  )
}

const topCars = 5

function printResults({ event, ballots, judging }: Results, print: (text: string) => void): void {
  print(`${event.name}\n\nBallots: ${ballots.counted} counted`)
  print(`${ballots.late > 0 ? `, ${ballots.late} of them late` : ''}`)
  print(`${ballots.void > 0 ? `, ${ballots.void} void` : ''}\n`)
  for (const { carClass, classDescription, cars } of ballots.classes) {
    print(`  Class ${carClass} - ${classDescription}\n`)
    if (cars.length === 0) print('      no votes\n')
    for (const { rank, tied, number, votes } of cars.slice(0, topCars)) {
      print(`    ${String(rank).padStart(3)}. ${number.padEnd(8)} ${votes}${tied ? '  tied' : ''}\n`)
    }
    if (cars.length > topCars) print(`         and ${cars.length - topCars} more\n`)
  }
  print(`\nJudging: ${judging.sheets} sheets from ${judging.revisions} submissions`)
  print(`${judging.late > 0 ? `, ${judging.late} late` : ''}\n`)
  for (const { title, cars, unscored } of judging.forms) {
    print(`  ${title}: ${cars.length} cars scored, ${unscored.length} not yet\n`)
    for (const car of cars) {
      const marks = [
        car.tied && 'tied',
        car.late > 0 && `${car.late} late`,
        car.missing.length > 0 && `missing: judge ${car.missing.join(', ')}`,
      ].filter((mark) => mark !== false)
      print(
        `    ${String(car.rank).padStart(3)}. ${car.number.padEnd(5)} class ${String(car.carClass).padEnd(3)} ${toNumberText(car.total).padStart(8)}  ${car.sheets} sheets  ${marks.join('; ')}\n`,
      )
    }
  }
}

/** Without the last bits of a sum of fractions. */
function toNumberText(value: number): string {
  return String(Math.round(value * 1e6) / 1e6)
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
  ]
  const votes = ballots.classes.flatMap(({ carClass, classDescription, cars }) =>
    cars.map(({ number, rank, tied, votes }) => [
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
    ]),
  )
  return toCsv([header, ...votes, ...scores])
}
