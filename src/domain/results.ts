// The results of an event's ballots and score sheets: votes by class, weighted totals, ranks with ties.
import { findVoteClass } from './ballot.ts'
import type { ClassEntries, EventCar, JudgingForm } from './event.ts'
import { type Score, toSheetTotal } from './scoring.ts'

export type WhyNot = 'overtaken' | 'withdrawn' | 'void'

/** Only the newest revision of a place can count: what it replaced does not come back when it is taken back. */
export function findWhyNot({
  isNewest,
  withdrawn,
  isVoid,
}: {
  readonly isNewest: boolean
  readonly withdrawn: boolean
  readonly isVoid: boolean
}): WhyNot | null {
  if (!isNewest) return 'overtaken'
  if (withdrawn) return 'withdrawn'
  return isVoid ? 'void' : null
}

/** One stored submission, revisions included. Fields of other actions are null. */
export interface Submission {
  key: string
  action: 'submit_ballot' | 'submit_judging_form'
  judgeId: string | null
  voterId: string | null
  formId: number | null
  carNumber: string | null
  votes: string[] | null
  scores: Score[] | null
  sequence: number | null
  /**
   * True if it counts: the newest sheet of judge, form and car that nobody took back, or a ballot that no officer has
   * voided.
   */
  current: boolean
  /** Why it does not count; null if it does. A sheet that takes back others is `withdrawn` itself, and has no scores. */
  why: WhyNot | null
  /** In the words of who took it back; '' if nobody did, or nobody was asked. */
  reason: string
  /** The number of the car that the judge meant, if the sheet was moved there. */
  movedTo: string | null
  /** Arrived after the window's end, within its grace. */
  late: boolean
  /** ISO instant of arrival. */
  at: string
}

export interface Ranked {
  /** 1 is the highest. Equals share a rank: after two firsts comes 3. */
  rank: number
  tied: boolean
}

/** Sorted from the highest to the lowest. Equals stay in their order. */
export function rank<T>(items: readonly T[], measure: (item: T) => number): (T & Ranked)[] {
  const sorted = [...items].sort((a, b) => measure(b) - measure(a))
  return sorted.map((item) => {
    const value = measure(item)
    const isEqual = (other: T): boolean => areEqual(measure(other), value)
    return { ...item, rank: sorted.findIndex(isEqual) + 1, tied: sorted.filter(isEqual).length > 1 }
  })
}

/** Weights may be fractions, so equal sums can differ in their last bits. */
export function areEqual(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b))
}

export interface ClassCount {
  carClass: number
  classDescription: string
  cars: ({ number: string; votes: number } & Ranked)[]
}

export interface CarVotes {
  carClass: number
  number: string
  votes: number
}

/** Votes of the ballots that count, by class and car. */
export function countVotes(classes: readonly ClassEntries[], submissions: readonly Submission[]): CarVotes[] {
  const counts = new Map<string, CarVotes>()
  for (const { votes, current } of submissions) {
    if (votes === null || !current) continue
    for (const number of votes) {
      const carClass = findVoteClass(classes, number)
      if (carClass === undefined) continue
      const count = counts.get(number) ?? { carClass, number, votes: 0 }
      count.votes += 1
      counts.set(number, count)
    }
  }
  return [...counts.values()]
}

/** Every class, also those without a vote. Its cars with votes are ranked. */
export function toClassCounts(classes: readonly ClassEntries[], counts: readonly CarVotes[]): ClassCount[] {
  return classes.map(({ carClass, classDescription }) => ({
    carClass,
    classDescription,
    cars: rank(
      counts
        .filter((count) => count.carClass === carClass)
        .map(({ number, votes }) => ({ number, votes }))
        .sort((a, b) => a.number.localeCompare(b.number, 'en', { numeric: true })),
      ({ votes }) => votes,
    ),
  }))
}

/** The total of a sheet that counts. */
export interface SheetTotal {
  formId: number
  judgeId: string
  carNumber: string
  total: number
  late: boolean
}

/** A submission with `madeAt`, which decides between two of the same sequence. */
export interface StoredSubmission extends Submission {
  /** ISO instant by the corrected clock of the device that made it. */
  madeAt: string
}

/**
 * rules/offline 1.14: for each judge, form and car, the sheet with the highest sequence, unless it was taken back. Ties
 * are decided by `madeAt`, then by key.
 */
export function findCurrentSheets(submissions: readonly StoredSubmission[]): StoredSubmission[] {
  const newest = new Map<string, StoredSubmission>()
  for (const submission of submissions) {
    if (submission.scores === null) continue
    const place = `${submission.formId} ${submission.judgeId} ${submission.carNumber}`
    const known = newest.get(place)
    if (known === undefined || isNewer(submission, known)) newest.set(place, submission)
  }
  return [...newest.values()].filter(({ why }) => why !== 'withdrawn' && why !== 'void')
}

function isNewer(one: StoredSubmission, other: StoredSubmission): boolean {
  if (one.sequence !== other.sequence) return (one.sequence ?? 0) > (other.sequence ?? 0)
  const difference = Date.parse(one.madeAt) - Date.parse(other.madeAt)
  return difference === 0 ? one.key > other.key : difference > 0
}

/** The weighted totals of sheets. Pass only submissions that count. */
export function toSheetTotals(forms: readonly JudgingForm[], sheets: readonly Submission[]): SheetTotal[] {
  const totals: SheetTotal[] = []
  for (const { formId, judgeId, carNumber, scores, late } of sheets) {
    const form = forms.find(({ id }) => id === formId)
    if (form === undefined || judgeId === null || carNumber === null || scores === null) continue
    totals.push({ formId: form.id, judgeId, carNumber, total: toSheetTotal(form, scores), late })
  }
  return totals
}

export interface CarResult extends Ranked {
  /** The car's number. */
  number: string
  carClass: number
  total: number
  sheets: number
  /** Judges of this form who have not scored this car. */
  missing: string[]
  late: number
  /** Rank among the cars of its class on this form. */
  classRank: number
}

export interface FormResult {
  formId: number
  title: string
  cars: CarResult[]
  /** Numbers of cars that nobody has scored on this form. */
  unscored: string[]
}

/** A judge as the results need them. `formId` is the only form that they may use, null for all. */
export interface ResultJudge {
  judgeId: string
  formId: number | null
}

/** By form, then by rank. A form's judges: those restricted to it, and those who have sent a sheet on it. */
export function toFormResults(
  forms: readonly JudgingForm[],
  cars: readonly EventCar[],
  judges: readonly ResultJudge[],
  totals: readonly SheetTotal[],
): FormResult[] {
  const classes = new Map(cars.map(({ number, carClass }) => [number, carClass]))
  return forms.map(({ id, title }) => {
    const ofForm = totals.filter(({ formId }) => formId === id)
    const formJudges = [
      ...new Set([
        ...judges.filter(({ formId }) => formId === id).map(({ judgeId }) => judgeId),
        ...ofForm.map(({ judgeId }) => judgeId),
      ]),
    ].sort()
    const numbers = [...new Set(ofForm.map(({ carNumber }) => carNumber))].sort((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    )
    const results = numbers.map((number) => {
      const sheets = ofForm.filter(({ carNumber }) => carNumber === number)
      return {
        number,
        carClass: classes.get(number) ?? 0,
        total: sheets.reduce((sum, { total }) => sum + total, 0),
        sheets: sheets.length,
        missing: formJudges.filter((judge) => !sheets.some(({ judgeId }) => judgeId === judge)),
        late: sheets.filter(({ late }) => late).length,
      }
    })
    const ranked = rank(results, ({ total }) => total)
    return {
      formId: id,
      title,
      cars: ranked.map((car) => ({
        ...car,
        classRank:
          ranked.filter(
            (other) =>
              other.carClass === car.carClass && other.total > car.total && !areEqual(other.total, car.total),
          ).length + 1,
      })),
      unscored: cars.map(({ number }) => number).filter((number) => !numbers.includes(number)),
    }
  })
}
