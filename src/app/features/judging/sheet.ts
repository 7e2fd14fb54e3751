// A judge's half-filled sheet, and what each key, tap and letter does to it.
import type { Criterion, JudgingForm } from '../../../domain/event.ts'
import { mostCarNumberLength, mostNotesLength, type Score } from '../../../domain/scoring.ts'

/** What the device keeps on each tap. */
export interface ScoreSheet {
  /** Made when the sheet is opened, so that two presses are one entry (rules/offline 1.1). */
  key: string
  number: string
  /** By the criterion's id, only what the judge has set; the others stand at their starting values. */
  scores: Record<string, number>
  notes: string
  /** The key of the refused entry that this one corrects, whatever number it gets. */
  replaces?: string
}

export interface Scoring {
  sheet: ScoreSheet
  /** Where keys go: the car's number, a criterion, or nowhere. */
  active: 'number' | number
  /** What is being typed for the active criterion, also while it is no score yet. */
  typed: string | undefined
  /** Submit was pressed and something about it is worth a second press. */
  isAsking: boolean
}

/** A range of so many whole numbers has a key for each of them; above it digits are typed. */
export const mostKeys = 11

export function createScoring(key: string): Scoring {
  return {
    sheet: { key, number: '', scores: {}, notes: '' },
    active: 'number',
    typed: undefined,
    isAsking: false,
  }
}

/** A sheet taken up again goes on where something is missing. */
export function resumeScoring(form: JudgingForm, sheet: ScoreSheet): Scoring {
  const active =
    sheet.number === '' ? 'number' : (listUnset(form, sheet)[0]?.id ?? form.criteria[0]?.id ?? 'number')
  return { sheet, active, typed: undefined, isAsking: false }
}

/** Each score starts at its criterion's most. */
export function toScore(criterion: Criterion, sheet: ScoreSheet): number {
  return sheet.scores[criterion.id] ?? criterion.maxScore
}

export function isSet(criterion: Criterion, sheet: ScoreSheet): boolean {
  return sheet.scores[criterion.id] !== undefined
}

export function listUnset(form: JudgingForm, sheet: ScoreSheet): Criterion[] {
  return form.criteria.filter((criterion) => !isSet(criterion, sheet))
}

export function listScores(form: JudgingForm, sheet: ScoreSheet): Score[] {
  return form.criteria.map((criterion) => ({ criteriaId: criterion.id, score: toScore(criterion, sheet) }))
}

/** Something in it would be missed. */
export function isStarted(sheet: ScoreSheet): boolean {
  return sheet.number !== '' || isFilled(sheet)
}

/** More than a number, which is typed again in a moment. */
export function isFilled(sheet: ScoreSheet): boolean {
  return sheet.notes !== '' || Object.keys(sheet.scores).length > 0
}

export interface ChosenCar {
  number: string
  /** Of a sheet that is begun for it. */
  key: string
  /** The car's own sheet, left half-filled or filed before. */
  kept: ScoreSheet | undefined
}

/** The sheet that a chosen car opens over the one in hand; undefined where that one goes on. */
export function findSheetToOpen(here: ScoreSheet, { number, key, kept }: ChosenCar): ScoreSheet | undefined {
  if (here.number === number) return isFilled(here) ? undefined : kept
  // scores that were set before any number was are meant for the car that is chosen now
  if (here.number === '' && isFilled(here)) return { ...here, number }
  return kept ?? { key, number, scores: {}, notes: '' }
}

/** The whole numbers of a short range, one key each; undefined where digits are typed instead. */
export function listKeys({ minScore, maxScore }: Criterion): number[] | undefined {
  const count = maxScore - minScore + 1
  if (!Number.isInteger(minScore) || !Number.isInteger(maxScore) || count > mostKeys) return undefined
  return Array.from({ length: Math.max(0, count) }, (_, at) => minScore + at)
}

/** Beside the digits, what a range needs to be typed in. */
export function listSigns({ minScore, maxScore }: Criterion): ('-' | '.')[] {
  const isWhole = Number.isInteger(minScore) && Number.isInteger(maxScore)
  return [...(minScore < 0 ? (['-'] as const) : []), ...(isWhole ? [] : (['.'] as const))]
}

/** The number that a text is, if the criterion takes it. */
export function findScore(text: string, { minScore, maxScore }: Criterion): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined
  const score = Number(plain)
  return score >= minScore && score <= maxScore ? score : undefined
}

/** Whether another digit could still follow, so that a number that cannot grow moves on by itself. */
export function canGrow(text: string, criterion: Criterion): boolean {
  if (text.includes('.')) return true
  if (text === '0') return !Number.isInteger(criterion.maxScore) || !Number.isInteger(criterion.minScore)
  if (!Number.isInteger(criterion.maxScore) || !Number.isInteger(criterion.minScore)) return true
  return text.startsWith('-')
    ? Number(`${text}0`) >= criterion.minScore
    : Number(`${text}0`) <= criterion.maxScore
}

/** Digits only, other characters stripped. */
export function toCarNumber(text: string): string {
  return text.replace(/\D/g, '').slice(0, mostCarNumberLength)
}

export type ScoringAct =
  | { type: 'activate'; at: 'number' | number }
  /** A key of the pad: it means what the active place makes of it. */
  | { type: 'digit'; digit: string }
  | { type: 'erase' }
  /** The whole number of the car, as a keyboard or a list gives it. */
  | { type: 'number'; text: string }
  /** A key that is a score: it sets and moves on. */
  | { type: 'score'; score: number }
  /** What a keyboard has made of the active criterion's field. */
  | { type: 'text'; text: string }
  /** One up or down, within the range. */
  | { type: 'step'; by: number }
  /** Goes on without setting anything. */
  | { type: 'next' }
  /** Enter: what is shown is meant, starting value or not. */
  | { type: 'confirm' }
  | { type: 'notes'; text: string }
  | { type: 'ask' }

export function act(form: JudgingForm, scoring: Scoring, done: ScoringAct): Scoring {
  const { sheet, active } = scoring
  const criterion = form.criteria.find(({ id }) => id === active)
  switch (done.type) {
    case 'activate':
      return at(scoring, done.at)
    case 'number':
      return withSheet(at(scoring, 'number'), { number: toCarNumber(done.text) })
    case 'notes':
      return withSheet(scoring, { notes: done.text.slice(0, mostNotesLength) })
    case 'ask':
      return { ...scoring, isAsking: true }
    case 'score':
      return criterion === undefined ? scoring : moveOn(form, setScore(scoring, criterion, done.score))
    case 'digit':
      if (active === 'number') return withSheet(scoring, { number: toCarNumber(sheet.number + done.digit) })
      return criterion === undefined ? scoring : typeDigit(form, scoring, criterion, done.digit)
    case 'erase':
      if (active === 'number') return withSheet(scoring, { number: sheet.number.slice(0, -1) })
      if (criterion === undefined) return scoring
      return typeText(scoring, criterion, (scoring.typed ?? String(toScore(criterion, sheet))).slice(0, -1))
    case 'text':
      return criterion === undefined ? scoring : typeText(scoring, criterion, done.text)
    case 'step':
      return criterion === undefined ? scoring : step(scoring, criterion, done.by)
    case 'next':
      return goOn(form, scoring)
    case 'confirm':
      if (criterion === undefined || isMistyped(scoring, criterion)) return goOn(form, scoring)
      return moveOn(form, setScore(scoring, criterion, toScore(criterion, sheet)))
  }
}

/** The active criterion's field holds something that is no score of its range. */
export function isMistyped(scoring: Scoring, criterion: Criterion): boolean {
  const { typed } = scoring
  return (
    scoring.active === criterion.id &&
    typed !== undefined &&
    typed !== '' &&
    findScore(typed, criterion) === undefined
  )
}

function at(scoring: Scoring, place: 'number' | number): Scoring {
  return scoring.active === place && scoring.typed === undefined && !scoring.isAsking
    ? scoring
    : { ...scoring, active: place, typed: undefined, isAsking: false }
}

function withSheet(scoring: Scoring, part: Partial<ScoreSheet>): Scoring {
  return { ...scoring, sheet: { ...scoring.sheet, ...part }, isAsking: false }
}

function setScore(scoring: Scoring, criterion: Criterion, score: number): Scoring {
  return withSheet(scoring, { scores: { ...scoring.sheet.scores, [criterion.id]: score } })
}

function typeText(scoring: Scoring, criterion: Criterion, typed: string): Scoring {
  const score = findScore(typed, criterion)
  if (score !== undefined) return { ...setScore(scoring, criterion, score), typed }
  const { [criterion.id]: _, ...scores } = scoring.sheet.scores
  return { ...withSheet(scoring, { scores }), typed }
}

function typeDigit(form: JudgingForm, scoring: Scoring, criterion: Criterion, digit: string): Scoring {
  const before = scoring.typed ?? ''
  const joined = digit === '-' ? toggleSign(before) : (before === '0' ? '' : before) + digit
  // what no score can begin with is a slip of the finger: the digit begins anew
  const text = isTooFar(joined, criterion) ? digit : joined
  const typed = typeText(scoring, criterion, text)
  return findScore(text, criterion) !== undefined && !canGrow(text, criterion) ? moveOn(form, typed) : typed
}

function toggleSign(text: string): string {
  return text.startsWith('-') ? text.slice(1) : `-${text}`
}

function isTooFar(text: string, { minScore, maxScore }: Criterion): boolean {
  const value = Number(text)
  return !Number.isNaN(value) && (value > maxScore || (value < 0 && value < minScore))
}

function step(scoring: Scoring, criterion: Criterion, by: number): Scoring {
  const { minScore, maxScore } = criterion
  const score = Math.min(maxScore, Math.max(minScore, toScore(criterion, scoring.sheet) + by))
  return { ...setScore(scoring, criterion, score), typed: undefined }
}

/** To what is still missing, the nearest below first; with nothing missing it stays where it is. */
function moveOn(form: JudgingForm, scoring: Scoring): Scoring {
  const here = form.criteria.findIndex(({ id }) => id === scoring.active)
  const around = [...form.criteria.slice(here + 1), ...form.criteria.slice(0, here)]
  const next = around.find((criterion) => !isSet(criterion, scoring.sheet))
  return { ...scoring, active: next?.id ?? scoring.active, typed: undefined, isAsking: false }
}

/** To the next in order, from the number to what is missing. */
function goOn(form: JudgingForm, scoring: Scoring): Scoring {
  if (scoring.active === 'number') {
    return at(scoring, (listUnset(form, scoring.sheet)[0] ?? form.criteria[0])?.id ?? 'number')
  }
  const here = form.criteria.findIndex(({ id }) => id === scoring.active)
  return at(scoring, (form.criteria[here + 1] ?? form.criteria[0])?.id ?? 'number')
}

/** The sheet as an older build or another tab may have kept it; undefined for anything else. */
export function findSheet(value: unknown): ScoreSheet | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { key, number, scores, notes, replaces } = value as Partial<ScoreSheet>
  if (typeof key !== 'string' || typeof number !== 'string' || typeof notes !== 'string') return undefined
  if (typeof scores !== 'object' || scores === null) return undefined
  return { key, number, scores, notes, ...(typeof replaces === 'string' ? { replaces } : {}) }
}
