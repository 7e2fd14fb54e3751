// Computes the results of ballots and score sheets in two ways that must agree.
import {
  areEqual,
  type CarVotes,
  countVotes,
  findCurrentSheets,
  type SheetTotal,
  type StoredSubmission,
  toClassCounts,
  toFormResults,
  toSheetTotals,
} from '../../../../domain/results.ts'
import { listStoredJudges } from '../../../contest/db/judge.ts'
import { listStoredPapers, type StoredPaper } from '../../../contest/db/paperBallot.ts'
import {
  countStoredVotes,
  listSheetTotals,
  listStoredSubmissions,
  listUnmatchedRecords,
} from '../../../contest/db/submission.ts'
import { createCarNames } from '../../../contest/officers/carNames.ts'
import { groupPapers } from '../../../contest/officers/paperNumber.ts'
import type { Tx } from '../../../db/open.ts'
import { listForms } from '../../../event/db/judgingForm.ts'
import { readEntries } from '../../../event/eventPack.ts'
import type { EventActContext } from '../../../officers/act.ts'

export type Results = Awaited<ReturnType<typeof computeResults>>

/** One snapshot for both ways, so that a sheet that arrives meanwhile is in both or in none. */
export async function computeResults(tx: Tx, { services, tenant, event }: EventActContext) {
  const submissions = await listStoredSubmissions(tx, event.id)
  const votes = await countStoredVotes(tx, event.id)
  const totals = await listSheetTotals(tx, event.id)
  const unmatched = await listUnmatchedRecords(tx, event.id)
  const judges = await listStoredJudges(tx, event.id)
  const forms = await listForms(tx, event.id)
  const { entries } = await readEntries(tx, services, tenant, event.id)
  const { classes, cars } = entries
  const findName = await createCarNames(tx, event.id, cars)
  const papers = await listStoredPapers(tx, event.id)
  const withName = <C extends { number: string }>(car: C) => ({ ...car, ...findName(car.number) })
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
    // what the second way finds differently: nothing when both agree
    disagreements: [
      ...compareVotes(votes, countVotes(classes, ballots)),
      ...compareTotals(totals, toSheetTotals(forms, findCurrentSheets(sheets))),
      ...findDoubleBallots(ballots),
      ...findDoublePapers(papers),
      ...unmatched.map((key) => ({ kind: 'receipt', key }) as const),
    ],
  }
}

/** Where the two counts differ: an officer reads it before the winners are announced. */
export type Disagreement =
  | { readonly kind: 'votes'; readonly car: string; readonly stored: number; readonly recounted: number }
  | {
      readonly kind: 'total'
      /** Which sheet. */
      readonly place: string
      readonly stored: number | undefined
      readonly recounted: number | undefined
    }
  | { readonly kind: 'ballots'; readonly voter: string | null }
  | { readonly kind: 'papers'; readonly paper: string | undefined; readonly times: number }
  | { readonly kind: 'receipt'; readonly key: string }

function compareVotes(stored: readonly CarVotes[], recounted: readonly CarVotes[]): Disagreement[] {
  const numbers = new Set([...stored, ...recounted].map(({ number }) => number))
  return [...numbers].flatMap((number) => {
    const one = stored.find((car) => car.number === number)?.votes ?? 0
    const other = recounted.find((car) => car.number === number)?.votes ?? 0
    return one === other ? [] : [{ kind: 'votes', car: number, stored: one, recounted: other }]
  })
}

function compareTotals(stored: readonly SheetTotal[], recounted: readonly SheetTotal[]): Disagreement[] {
  const place = ({ formId, judgeId, carNumber }: SheetTotal) =>
    `form ${formId}, judge ${judgeId}, car ${carNumber}`
  const ones = new Map(stored.map((sheet) => [place(sheet), sheet.total]))
  const others = new Map(recounted.map((sheet) => [place(sheet), sheet.total]))
  return [...new Set([...ones.keys(), ...others.keys()])].flatMap((name) => {
    const one = ones.get(name)
    const other = others.get(name)
    if (one !== undefined && other !== undefined && areEqual(one, other)) return []
    return [{ kind: 'total', place: name, stored: one, recounted: other }]
  })
}

/** An earlier version counted a paper twice that was entered with and without its link, or as 17 and 017. */
function findDoublePapers(papers: readonly StoredPaper[]): Disagreement[] {
  const counted = groupPapers(papers.filter(({ voidedAt }) => voidedAt === null))
  return [...counted.values()]
    .filter((same) => same.length > 1)
    .map((same) => ({
      kind: 'papers',
      paper: same.find((paper) => paper.number !== null)?.number ?? undefined,
      times: same.length,
    }))
}

function findDoubleBallots(ballots: readonly StoredSubmission[]): Disagreement[] {
  const voters = ballots.map(({ voterId }) => voterId)
  return [...new Set(voters.filter((voter, index) => voters.indexOf(voter) !== index))].map((voter) => ({
    kind: 'ballots',
    voter,
  }))
}
