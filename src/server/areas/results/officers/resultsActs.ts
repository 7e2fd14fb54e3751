// Computes the results of ballots and score sheets in two ways that must agree.
import {
  countVotes,
  findCurrentSheets,
  toClassCounts,
  toFormResults,
  toSheetTotals,
} from '../../../../domain/results.ts'
import { hourMs, minuteMs } from '../../../../domain/time.ts'
import {
  findBallotWindow,
  findJudgingWindow,
  findOpenness,
  type Openness,
} from '../../../../domain/window.ts'
import { judgingUsed } from '../../../contest/contest.ts'
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
import type { StoredEvent } from '../../../event/db/event.ts'
import { listForms } from '../../../event/db/judgingForm.ts'
import { readEntries } from '../../../event/eventPack.ts'
import type { EventActContext } from '../../../officers/act.ts'
import { compareTotals, compareVotes, findDoubleBallots, findDoublePapers } from './recount.ts'

export type Results = Awaited<ReturnType<typeof computeResults>>

/** One snapshot for both ways, so that a sheet that arrives meanwhile is in both or in none. */
export async function computeResults(tx: Tx, { services, tenant, event, now }: EventActContext) {
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
    event: { id: event.id, name: event.name, timeZone: event.time_zone },
    ballots: {
      open: tellOpen(findBallotsOpen(event, now)),
      counted: ballots.filter(({ current }) => current).length,
      late: ballots.filter(({ current, late }) => current && late).length,
      void: ballots.filter(({ current }) => !current).length,
      classes: toClassCounts(classes, votes).map((one) => ({ ...one, cars: one.cars.map(withName) })),
    },
    judging: {
      open: tellOpen(findJudgingOpen(event, now)),
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

function findBallotsOpen(event: StoredEvent, now: number): Openness | undefined {
  const window = findBallotWindow({
    votingStart: event.voting_starts_at?.toISOString() ?? null,
    votingEnd: event.voting_ends_at?.toISOString() ?? null,
  })
  return window && findOpenness(window, now, event.ballot_grace_minutes * minuteMs)
}

function findJudgingOpen(event: StoredEvent, now: number): Openness | undefined {
  if (event.voting !== judgingUsed) return undefined
  const { start_on: startDate, end_on: endDate, time_zone: timeZone } = event
  const window = findJudgingWindow({ startDate, endDate, timeZone })
  return findOpenness(window, now, event.sheet_grace_hours * hourMs)
}

/** Null when nothing can change the results any more. The instants are ISO. */
function tellOpen(open: Openness | undefined) {
  if (open === undefined) return null
  const { state, openUntil, takenUntil } = open
  return { state, until: new Date(openUntil).toISOString(), takenUntil: new Date(takenUntil).toISOString() }
}
