// What this phone holds of a judge's scores for one car, to be read when judging is over.
import type { Criterion, JudgingForm } from '../../../../domain/event.ts'
import {
  type AtClub,
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

/** Whether there is anything to read. */
export function isReadable({ entry, filed, state, isCorrecting }: CarRow): boolean {
  const isOwn = entry !== undefined && entry.takesBack === undefined
  return isOwn || filed !== undefined || state === 'started' || isCorrecting
}

/**
 * The newest sheet of the car; then the one that the club has, if that is another one; then what was begun and
 * never sent. `sheets` and `started` are the judge's on this form, `atClub` what the club has.
 */
export function listReadable(
  form: JudgingForm | undefined,
  { number, entry: newest, filed }: CarRow,
  sheets: readonly SheetOutboxEntry[],
  started: readonly ScoreSheet[],
  atClub: ReadonlyMap<string, AtClub>,
): ReadableSheet[] {
  const counted = sheets
    .filter((sheet) => toSheetCarNumber(sheet) === number && sheet.state === 'accepted')
    .filter(({ takesBack }) => takesBack === undefined)
    .reduce<SheetOutboxEntry | undefined>(
      (highest, sheet) => (highest !== undefined && highest.sequence > sheet.sequence ? highest : sheet),
      undefined,
    )
  const own = newest?.takesBack === undefined ? newest : undefined
  const entries = [own, counted === own ? undefined : counted].filter((entry) => entry !== undefined)
  const elsewhere = filed !== undefined && filed.entry === undefined ? [filed] : []
  const drafts = started.filter((sheet) => sheet.number === number)
  return [
    ...elsewhere.map(({ key, scores, notes }) => ({
      key,
      state: 'accepted' as const,
      entry: undefined,
      scores: toReadableScores(
        form,
        (id) => scores.find(({ criteriaId }) => String(criteriaId) === id)?.score,
        scores.map(({ criteriaId }) => String(criteriaId)),
      ),
      notes,
    })),
    ...entries.map((entry) => ({
      key: entry.key,
      state: toEntryState(entry, atClub.get(number)),
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
