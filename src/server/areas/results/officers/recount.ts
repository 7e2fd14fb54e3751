// The results counted in a second way, which must agree with the first before winners are announced.
import {
  areEqual,
  type CarVotes,
  type SheetTotal,
  type StoredSubmission,
} from '../../../../domain/results.ts'
import type { StoredPaper } from '../../../contest/db/paperBallot.ts'
import { groupPapers } from '../../../contest/officers/paperNumber.ts'

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

export function compareVotes(stored: readonly CarVotes[], recounted: readonly CarVotes[]): Disagreement[] {
  const numbers = new Set([...stored, ...recounted].map(({ number }) => number))
  return [...numbers].flatMap((number) => {
    const one = stored.find((car) => car.number === number)?.votes ?? 0
    const other = recounted.find((car) => car.number === number)?.votes ?? 0
    return one === other ? [] : [{ kind: 'votes', car: number, stored: one, recounted: other }]
  })
}

export function compareTotals(
  stored: readonly SheetTotal[],
  recounted: readonly SheetTotal[],
): Disagreement[] {
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
export function findDoublePapers(papers: readonly StoredPaper[]): Disagreement[] {
  const counted = groupPapers(papers.filter(({ voidedAt }) => voidedAt === null))
  return [...counted.values()]
    .filter((same) => same.length > 1)
    .map((same) => ({
      kind: 'papers',
      paper: same.find((paper) => paper.number !== null)?.number ?? undefined,
      times: same.length,
    }))
}

export function findDoubleBallots(ballots: readonly StoredSubmission[]): Disagreement[] {
  const voters = ballots.map(({ voterId }) => voterId)
  return [...new Set(voters.filter((voter, index) => voters.indexOf(voter) !== index))].map((voter) => ({
    kind: 'ballots',
    voter,
  }))
}
