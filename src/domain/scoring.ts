// A judge's score sheet: when it is complete, and its total.
import type { JudgingForm } from './event.ts'
import { minuteMs } from './time.ts'

// the maximum lengths of a judge's fields
export const mostJudgeIdLength = 4
export const mostCodeLength = 7
/** rules/security 2.1: a code that was sent as a text message is taken for so long. */
export const codeLifeMs = 10 * minuteMs
export const mostNotesLength = 2000
export const mostScores = 100
/** Why a sheet does not count any more, in a judge's or an officer's words. */
export const mostReasonLength = 200
/** The largest number that the database can store. */
export const mostSequence = 2_147_483_647
/**
 * A sheet's sequence is stored as at most so much more than the highest stored one. Corrections without a
 * signal never come near it, and whoever sends a huge number cannot put a score out of reach for its judge.
 */
export const mostSequenceStep = 1000
/** So many revisions of one sheet are taken at any pace, later ones only so often. */
export const mostRevisionsAtOnce = 100
export const revisionEveryMs = 10 * minuteMs

/** A judge types their id in small or capital letters. */
export function foldJudgeId(judgeId: string): string {
  return judgeId.toLowerCase()
}

export interface Score {
  criteriaId: number
  score: number
}

/** What an officer did with a sheet. */
export interface SheetChange {
  what: 'voided' | 'restored'
  reason: string
  /** ISO instant. */
  at: string
}

export type SheetFault =
  | { kind: 'missing'; criteriaId: number }
  | { kind: 'unknown' | 'twice'; criteriaId: number }
  | { kind: 'out-of-range'; criteriaId: number; minScore: number; maxScore: number }

/** rules/security 2.2: exactly the form's criteria, each once, each a number from minimum to maximum. */
export function findSheetFault(form: JudgingForm, scores: readonly Score[]): SheetFault | undefined {
  const open = new Map(form.criteria.map((criterion) => [criterion.id, criterion]))
  for (const { criteriaId, score } of scores) {
    const criterion = open.get(criteriaId)
    if (criterion === undefined) {
      const isOfForm = form.criteria.some(({ id }) => id === criteriaId)
      return { kind: isOfForm ? 'twice' : 'unknown', criteriaId }
    }
    const { minScore, maxScore } = criterion
    if (!Number.isFinite(score) || score < minScore || score > maxScore) {
      return { kind: 'out-of-range', criteriaId, minScore, maxScore }
    }
    open.delete(criteriaId)
  }
  const [missing] = open.keys()
  return missing === undefined ? undefined : { kind: 'missing', criteriaId: missing }
}

/** rules/security 2.2: if a sheet names no form, the form that has all its criteria is meant. */
export function findFormOfScores(
  forms: readonly JudgingForm[],
  scores: readonly Score[],
): JudgingForm | undefined {
  return forms.find(
    (form) =>
      form.criteria.length > 0 &&
      form.criteria.every(({ id }) => scores.some(({ criteriaId }) => criteriaId === id)),
  )
}

/** The sum of score times weight. The sheet must be complete. */
export function toSheetTotal(form: JudgingForm, scores: readonly Score[]): number {
  const weights = new Map(form.criteria.map(({ id, weight }) => [id, weight]))
  return scores.reduce((sum, { criteriaId, score }) => sum + score * (weights.get(criteriaId) ?? 0), 0)
}
