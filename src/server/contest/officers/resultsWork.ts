// Computes the results of ballots and score sheets in two ways that must agree.
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
} from '../../../domain/results.ts'
import { listForms } from '../../event/db/judgingForm.ts'
import { readEntries } from '../../event/eventPack.ts'
import type { EventCommandContext } from '../../officers/command.ts'
import { listJudges } from '../db/judge.ts'
import { listPapers, type StoredPaper } from '../db/paperBallot.ts'
import { countStoredVotes, listSheetTotals, listSubmissions, listUnmatchedRecords } from '../db/submission.ts'
import { createCarNames, type NamedCar } from './carNames.ts'
import { groupPapers } from './paperNumber.ts'

type Named<T extends { cars: readonly object[] }> = Omit<T, 'cars'> & {
  cars: (T['cars'][number] & NamedCar)[]
}

export interface Results {
  event: { id: number; name: string }
  ballots: { counted: number; late: number; void: number; classes: Named<ClassCount>[] }
  judging: { sheets: number; late: number; revisions: number; forms: Named<FormResult>[] }
  /** What the second way found differently. Empty when both agree. */
  disagreements: string[]
}

/** One snapshot for both ways, so that a sheet that arrives meanwhile is in both or in none. */
export function computeResults({ services, tenant, event }: EventCommandContext): Promise<Results> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const submissions = await listSubmissions(tx, event.id)
    const votes = await countStoredVotes(tx, event.id)
    const totals = await listSheetTotals(tx, event.id)
    const unmatched = await listUnmatchedRecords(tx, event.id)
    const judges = await listJudges(tx, event.id)
    const forms = await listForms(tx, event.id)
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const { classes, cars } = entries
    const findName = await createCarNames(tx, event.id, cars)
    const papers = await listPapers(tx, event.id)
    const withName = <C extends { number: string }>(car: C): C & NamedCar => ({
      ...car,
      ...findName(car.number),
    })
    const ballots = submissions.filter(({ action }) => action === 'submit_ballot')
    const sheets = submissions.filter(({ action }) => action === 'submit_judging_form')
    return {
      event: { id: event.id, name: event.name },
      ballots: {
        counted: ballots.filter(({ current }) => current).length,
        late: ballots.filter(({ current, late }) => current && late).length,
        void: ballots.filter(({ current }) => !current).length,
        classes: toClassCounts(classes, votes).map((one) => ({ ...one, cars: one.cars.map(withName) })),
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
        ).map((form) => ({ ...form, cars: form.cars.map(withName) })),
      },
      disagreements: [
        ...compareVotes(votes, countVotes(classes, ballots)),
        ...compareTotals(totals, toSheetTotals(forms, findCurrentSheets(sheets))),
        ...findDoubleBallots(ballots),
        ...findDoublePapers(papers),
        ...unmatched.map((key) => `The receipt ${key} does not match what is stored.`),
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
      `The sheet of ${name} adds up to ${one ?? 'nothing'}, and to ${other ?? 'nothing'} when counted again.`,
    ]
  })
}

/** An earlier version counted a paper twice that was entered with and without its link, or as 17 and 017. */
function findDoublePapers(papers: readonly StoredPaper[]): string[] {
  const counted = groupPapers(papers.filter(({ voidedAt }) => voidedAt === null))
  return [...counted.values()]
    .filter((same) => same.length > 1)
    .map((same) => {
      const number = same.find((paper) => paper.number !== null)?.number ?? '(number not known)'
      return `Paper ${number} is counted ${same.length} times.`
    })
}

function findDoubleBallots(ballots: readonly StoredSubmission[]): string[] {
  const voters = ballots.map(({ voterId }) => voterId)
  return [...new Set(voters.filter((voter, index) => voters.indexOf(voter) !== index))].map(
    (voter) => `The voter ${voter} has more than one ballot.`,
  )
}
