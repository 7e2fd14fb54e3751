// What this phone holds of a judge's scores for one car, to be read when judging is over.
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import {
  type CarRow,
  type CarState,
  type SheetOutboxEntry,
  toEntryState,
  toSheetCarNumber,
} from '../myCars.ts'
import type { ScoreSheet } from '../sheet.ts'

export interface ReadableScore {
  id: string
  /** Undefined if the form no longer has it. */
  criterion: Criterion | undefined
  /** Undefined in a draft in which the judge set none. */
  score: number | undefined
}

export interface ReadableSheet {
  key: string
  state: CarState
  /** Undefined for a draft, which was never sent. */
  entry: SheetOutboxEntry | undefined
  scores: ReadableScore[]
  notes: string
}

/** Whether there is anything to read. A sheet that was sent from another phone is not on this one. */
export function isReadable({ entry, state, isCorrecting }: CarRow): boolean {
  return entry !== undefined || state === 'started' || isCorrecting
}

/**
 * The newest sheet of the car; then the one that the club has, if that is another one; then what was begun and
 * never sent. `sheets` and `started` are the judge's on this form, `sent` the highest sequences that the club has.
 */
export function listReadable(
  form: JudgingForm | undefined,
  { number, entry: newest }: CarRow,
  sheets: readonly SheetOutboxEntry[],
  started: readonly ScoreSheet[],
  sent: ReadonlyMap<string, number>,
): ReadableSheet[] {
  const counted = sheets
    .filter((sheet) => toSheetCarNumber(sheet) === number && sheet.state === 'accepted')
    .reduce<SheetOutboxEntry | undefined>(
      (highest, sheet) => (highest !== undefined && highest.sequence > sheet.sequence ? highest : sheet),
      undefined,
    )
  const entries = [newest, counted === newest ? undefined : counted].filter((entry) => entry !== undefined)
  const drafts = started.filter((sheet) => sheet.number === number)
  return [
    ...entries.map((entry) => ({
      key: entry.key,
      state: toEntryState(entry, sent.get(number)),
      entry,
      scores: toReadableScores(
        form,
        (id) => entry.input.scores.find(({ criteriaId }) => String(criteriaId) === id)?.score,
        entry.input.scores.map(({ criteriaId }) => String(criteriaId)),
      ),
      notes: entry.input.notes ?? '',
    })),
    ...drafts.map(({ key, scores, notes }) => ({
      key,
      state: 'started' as const,
      entry: undefined,
      scores: toReadableScores(form, (id) => scores[id], Object.keys(scores)),
      notes,
    })),
  ]
}

/** In the form's order, then what was scored by a criterion that the form has lost. */
function toReadableScores(
  form: JudgingForm | undefined,
  findScore: (id: string) => number | undefined,
  scored: readonly string[],
): ReadableScore[] {
  const criteria = form?.criteria ?? []
  const lost = scored.filter((id) => !criteria.some((criterion) => String(criterion.id) === id))
  return [
    ...criteria.map((criterion) => ({
      id: String(criterion.id),
      criterion,
      score: findScore(String(criterion.id)),
    })),
    ...lost.map((id) => ({ id, criterion: undefined, score: findScore(id) })),
  ]
}
