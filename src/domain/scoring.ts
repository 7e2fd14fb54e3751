// A judge's score sheet: what makes it whole, and what it adds up to.
import type { JudgingForm } from './event.ts'

// the lengths of a judge's fields
export const mostJudgeIdLength = 4
export const mostCodeLength = 7
export const mostCarNumberLength = 4
export const mostNotesLength = 2000
export const mostScores = 100

export interface Score {
  criteriaId: number
  score: number
}

export type SheetFault =
  | { kind: 'missing'; criteriaId: number }
  | { kind: 'unknown' | 'twice'; criteriaId: number }
  | { kind: 'out-of-range'; criteriaId: number; minScore: number; maxScore: number }

/** rules/security 2.2: all and only the form's criteria, each once, each a number from its least to its most. */
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

/** rules/security 2.2: where a sheet names no form, its criteria decide, all of which must be of one form. */
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

/** The sum of score times weight; the sheet must be whole. */
export function toSheetTotal(form: JudgingForm, scores: readonly Score[]): number {
  const weights = new Map(form.criteria.map(({ id, weight }) => [id, weight]))
  return scores.reduce((sum, { criteriaId, score }) => sum + score * (weights.get(criteriaId) ?? 0), 0)
}
