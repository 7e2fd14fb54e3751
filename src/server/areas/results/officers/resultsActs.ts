// Computes the results of ballots and score sheets in two ways that must agree.
import {
  countVotes,
  findCurrentSheets,
  toClassCounts,
  toFormResults,
  toSheetTotals,
} from '../../../../domain/results.ts'
import { listStoredJudges } from '../../../contest/db/judge.ts'
import { listStoredPapers } from '../../../contest/db/paperBallot.ts'
import {
  countStoredVotes,
  listSheetTotals,
  listStoredSubmissions,
  listUnmatchedRecords,
} from '../../../contest/db/submission.ts'
import { createCarNames } from '../../../contest/officers/carNames.ts'
import type { Tx } from '../../../db/open.ts'
import { listForms } from '../../../event/db/judgingForm.ts'
import { readEntries } from '../../../event/eventPack.ts'
import type { EventActContext } from '../../../officers/act.ts'
import { compareTotals, compareVotes, findDoubleBallots, findDoublePapers } from './recount.ts'

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
