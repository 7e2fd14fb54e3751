// A judge's draft of a score sheet, and how each key, tap and letter changes it.
import { toCarNumber } from '../../../domain/carNumber.ts'
import type { Criterion, JudgingForm } from '../../../domain/event.ts'
import { mostNotesLength, type Score } from '../../../domain/scoring.ts'

/** The part that the device saves on each tap. */
export interface ScoreSheet {
  /** Made when the sheet is opened, so that two presses make one entry (rules/offline 1.1). */
  key: string
  number: string
  /** By the criterion's id, only scores that the judge has set. The others have their starting values. */
  scores: Record<string, number>
  notes: string
  /** The key of the refused entry that this one corrects, even if its number changes. */
  replaces?: string
  /** The key of the filed sheet that this one corrects. Another number begins a sheet of its own. */
  corrects?: string
  /** The number of the car from which it is moved: the club has refused to move it to the number of before. */
  movesFrom?: string
  /** It shows what was sent before, and nothing in it has been changed. It is no draft. */
  isUntouched?: true
}

export interface Scoring {
  sheet: ScoreSheet
  /** Where keys go: the car's number, a criterion, or nowhere. */
  active: 'number' | number
  /** The text typed for the active criterion, also while it is no score yet. */
  typed: string | undefined
  /** Submit was pressed, and the judge should press again to confirm something. */
  needsConfirmation: boolean
  /** The judge went back to a number that is there: the first key replaces it. */
  isNumberMended?: boolean
  /** The judge went on although the number can be that of several cars: they choose one first. */
  isChoiceDue?: boolean
  /** Digits make the number longer, whatever cars there are. */
  isLengthened?: boolean
  /** It is typed anew after Change: the form leaves it only when the judge says so. */
  isTypedAnew?: boolean
  /** The form has left a complete number by itself, so a press on "To the scores" has nothing more to do. */
  hasMovedOn?: boolean
  /** The sheet that stayed at its own car when the judge typed another number. */
  left?: LeftSheet
}

export interface LeftSheet {
  key: string
  number: string
  /** It was submitted; else it is a draft. */
  isFiled: boolean
}

/** A range of at most so many whole numbers has a key for each. In a larger range the judge types digits. */
export const mostKeys = 11

export function createScoring(key: string): Scoring {
  return {
    sheet: { key, number: '', scores: {}, notes: '' },
    active: 'number',
    typed: undefined,
    needsConfirmation: false,
  }
}

/** A sheet that is opened again continues at the first missing score. */
export function resumeScoring(form: JudgingForm, sheet: ScoreSheet): Scoring {
  const active =
    sheet.number === '' ? 'number' : (listUnset(form, sheet)[0]?.id ?? form.criteria[0]?.id ?? 'number')
  return { sheet, active, typed: undefined, needsConfirmation: false }
}

/** Each score starts at its criterion's maximum. */
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

/** The sheet holds something that should not be lost. */
export function isStarted(sheet: ScoreSheet): boolean {
  return sheet.isUntouched !== true && (sheet.number !== '' || isFilled(sheet))
}

/** It holds more than a number, which is quickly typed again. */
export function isFilled(sheet: ScoreSheet): boolean {
  if (sheet.isUntouched) return false
  return sheet.notes !== '' || Object.keys(sheet.scores).length > 0
}

/** Equal for the club: the same scores and the same notes. */
export function hasSameValues(
  one: Pick<ScoreSheet, 'number' | 'scores' | 'notes'>,
  other: Pick<ScoreSheet, 'number' | 'scores' | 'notes'>,
): boolean {
  const places = Object.keys(one.scores)
  return (
    one.number === other.number &&
    one.notes === other.notes &&
    places.length === Object.keys(other.scores).length &&
    places.every((place) => one.scores[place] === other.scores[place])
  )
}

export interface ChosenCar {
  number: string
  /** The key for a new sheet of this car. */
  key: string
  /** The car's own sheet, a draft or one sent before. */
  ownSheet: ScoreSheet | undefined
}

/** The sheet that opens when a car is chosen; undefined if the present sheet goes on. */
export function findSheetToOpen(
  here: ScoreSheet,
  { number, key, ownSheet }: ChosenCar,
): ScoreSheet | undefined {
  if (here.number === number) return isFilled(here) ? undefined : ownSheet
  // scores that were set before any number belong to the car that is chosen now
  if (here.number === '' && isFilled(here)) return { ...here, number }
  return ownSheet ?? { key, number, scores: {}, notes: '' }
}

/** The whole numbers of a short range, one key each; undefined if digits are typed instead. */
export function listKeys({ minScore, maxScore }: Criterion): number[] | undefined {
  const count = maxScore - minScore + 1
  if (!Number.isInteger(minScore) || !Number.isInteger(maxScore) || count > mostKeys) return undefined
  return Array.from({ length: Math.max(0, count) }, (_, at) => minScore + at)
}

/** The signs beside the digits that the range needs. */
export function listSigns({ minScore, maxScore }: Criterion): ('-' | '.')[] {
  const isWhole = Number.isInteger(minScore) && Number.isInteger(maxScore)
  return [...(minScore < 0 ? (['-'] as const) : []), ...(isWhole ? [] : (['.'] as const))]
}

/** The number in the text, if the criterion takes it. */
export function findScore(text: string, { minScore, maxScore }: Criterion): number | undefined {
  const plain = text.trim().replace(',', '.')
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(plain)) return undefined
  const score = Number(plain)
  return score >= minScore && score <= maxScore ? score : undefined
}

/** Whether another digit could still follow. If not, the form moves on by itself. */
export function canGrow(text: string, criterion: Criterion): boolean {
  if (text.includes('.')) return true
  if (text === '0') return !Number.isInteger(criterion.maxScore) || !Number.isInteger(criterion.minScore)
  if (!Number.isInteger(criterion.maxScore) || !Number.isInteger(criterion.minScore)) return true
  return text.startsWith('-')
    ? Number(`${text}0`) >= criterion.minScore
    : Number(`${text}0`) <= criterion.maxScore
}

/** A car's number, and whether a sheet of this judge can still begin with it: it has none yet. */
export interface KnownNumber {
  number: string
  isFresh: boolean
}

export type ScoringAction =
  | { type: 'activate'; at: 'number' | number }
  /** The number is right as it is, though another one begins with it or it with another. */
  | { type: 'choose'; number: string }
  /** It is none of the cars that it can be on this phone: digits make it longer. */
  | { type: 'lengthen' }
  /** A key of the pad. The active place decides what it means. `numbers` are all that this phone knows. */
  | { type: 'digit'; digit: string; numbers?: readonly KnownNumber[] }
  | { type: 'erase' }
  /** The whole car number, from a keyboard or a list. */
  | { type: 'number'; text: string }
  /** A key that is a score: it sets the score and moves on. */
  | { type: 'score'; score: number }
  /** The new text in the active criterion's field, from a keyboard. */
  | { type: 'text'; text: string }
  /** One up or down, within the range. */
  | { type: 'step'; by: number }
  /** Moves on without setting anything. */
  | { type: 'next' }
  /** Enter: sets the shown value, also if it is the starting value. */
  | { type: 'confirm' }
  | { type: 'notes'; text: string }
  | { type: 'require-confirmation' }

export function reduceScoring(form: JudgingForm, scoring: Scoring, action: ScoringAction): Scoring {
  const { sheet, active } = scoring
  const criterion = form.criteria.find(({ id }) => id === active)
  switch (action.type) {
    case 'activate':
      return { ...at(scoring, action.at), isNumberMended: action.at === 'number' && sheet.number !== '' }
    case 'choose': {
      const chosen = at(scoring, 'number')
      return goOn(form, action.number === sheet.number ? chosen : withNumber(chosen, action.number))
    }
    case 'lengthen':
      return { ...scoring, isChoiceDue: false, isLengthened: true }
    case 'number':
      return withNumber(at(scoring, 'number'), toCarNumber(action.text))
    case 'notes':
      return withSheet(scoring, { notes: action.text.slice(0, mostNotesLength) })
    case 'require-confirmation':
      return { ...scoring, needsConfirmation: true }
    case 'score':
      return criterion === undefined ? scoring : moveOn(form, setScore(scoring, criterion, action.score))
    case 'digit':
      if (active === 'number') return typeNumber(form, scoring, action.digit, action.numbers ?? [])
      return criterion === undefined ? scoring : typeDigit(form, scoring, criterion, action.digit)
    case 'erase':
      if (active === 'number') return withNumber(scoring, sheet.number.slice(0, -1))
      if (criterion === undefined) return scoring
      return typeText(scoring, criterion, (scoring.typed ?? String(toScore(criterion, sheet))).slice(0, -1))
    case 'text':
      return criterion === undefined ? scoring : typeText(scoring, criterion, action.text)
    case 'step':
      return criterion === undefined ? scoring : step(scoring, criterion, action.by)
    case 'next':
      return scoring.hasMovedOn ? { ...scoring, hasMovedOn: false } : goOn(form, scoring)
    case 'confirm':
      if (criterion === undefined || isMistyped(scoring, criterion)) return goOn(form, scoring)
      return moveOn(form, setScore(scoring, criterion, toScore(criterion, sheet)))
  }
}

/** The text in the active criterion's field is not a score of its range. */
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
  return scoring.active === place && scoring.typed === undefined && !scoring.needsConfirmation
    ? scoring
    : {
        ...scoring,
        active: place,
        typed: undefined,
        needsConfirmation: false,
        hasMovedOn: false,
        isChoiceDue: false,
      }
}

function withSheet(scoring: Scoring, part: Partial<ScoreSheet>): Scoring {
  const { isUntouched: _, ...sheet } = scoring.sheet
  return { ...scoring, sheet: { ...sheet, ...part }, needsConfirmation: false, hasMovedOn: false }
}

function setScore(scoring: Scoring, criterion: Criterion, score: number): Scoring {
  if (scoring.sheet.scores[criterion.id] === score) return { ...scoring, needsConfirmation: false }
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
  // a text that no score begins with was a slip: start again with this digit
  const text = isTooFar(joined, criterion) ? digit : joined
  const typed = typeText(scoring, criterion, text)
  return findScore(text, criterion) !== undefined && !canGrow(text, criterion) ? moveOn(form, typed) : typed
}

function withNumber(scoring: Scoring, number: string): Scoring {
  return {
    ...withSheet(scoring, { number }),
    ...{ isNumberMended: false, isChoiceDue: false, isLengthened: false, isTypedAnew: false },
  }
}

/**
 * The cars that a number can mean: its own, and each that it begins or that begins it. Undefined if it means one at
 * most: only then it is left without a question.
 */
export function listMeanings(
  number: string,
  numbers: readonly Pick<KnownNumber, 'number'>[],
): string[] | undefined {
  if (number === '') return undefined
  const meant = numbers
    .map((one) => one.number)
    .filter((one) => one.startsWith(number) || number.startsWith(one))
  const isWhole = meant.some((one) => number.startsWith(one))
  return isWhole && meant.length > 1 ? meant.sort((a, b) => Number(a) - Number(b)) : undefined
}

/**
 * A fresh number that can be no other is complete: the form moves on. A digit that can belong to no number after a
 * complete one is the first score. Cars that have a sheet count too when it is asked what a number can be: the judge
 * may be on the way to one of them.
 */
function typeNumber(
  form: JudgingForm,
  scoring: Scoring,
  digit: string,
  numbers: readonly KnownNumber[],
): Scoring {
  // a car that this phone does not know may begin with the number of one that it knows
  if (scoring.isNumberMended) return { ...withNumber(scoring, toCarNumber(digit)), isTypedAnew: true }
  const { number } = scoring.sheet
  const longer = toCarNumber(number + digit)
  const { isLengthened = false, isTypedAnew = false } = scoring
  if (isLengthened || isTypedAnew) return { ...withNumber(scoring, longer), isLengthened, isTypedAnew }
  const isFresh = (typed: string) => numbers.some((one) => one.isFresh && one.number === typed)
  const isBegun = numbers.some((one) => one.number.startsWith(longer))
  if (!isBegun && listMeanings(number, numbers) !== undefined) return { ...scoring, isChoiceDue: true }
  if (!isBegun && isFresh(number)) return scoreFirst(form, scoring, digit)
  const typed = withNumber(scoring, longer)
  const isComplete = isFresh(longer) && listMeanings(longer, numbers) === undefined
  return isComplete ? { ...goOn(form, typed), hasMovedOn: true } : typed
}

function scoreFirst(form: JudgingForm, scoring: Scoring, digit: string): Scoring {
  const moved = goOn(form, scoring)
  const criterion = form.criteria.find(({ id }) => id === moved.active)
  const keys = criterion && listKeys(criterion)
  if (keys === undefined) return reduceScoring(form, moved, { type: 'digit', digit })
  return keys.includes(Number(digit))
    ? reduceScoring(form, moved, { type: 'score', score: Number(digit) })
    : moved
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

/** To the next missing score below, else from the top. If nothing is missing it stays. */
function moveOn(form: JudgingForm, scoring: Scoring): Scoring {
  const here = form.criteria.findIndex(({ id }) => id === scoring.active)
  const around = [...form.criteria.slice(here + 1), ...form.criteria.slice(0, here)]
  const next = around.find((criterion) => !isSet(criterion, scoring.sheet))
  return { ...scoring, active: next?.id ?? scoring.active, typed: undefined, needsConfirmation: false }
}

/** To the next criterion in order; from the number to the first missing score. */
function goOn(form: JudgingForm, scoring: Scoring): Scoring {
  if (scoring.active === 'number') {
    return at(scoring, (listUnset(form, scoring.sheet)[0] ?? form.criteria[0])?.id ?? 'number')
  }
  const here = form.criteria.findIndex(({ id }) => id === scoring.active)
  return at(scoring, (form.criteria[here + 1] ?? form.criteria[0])?.id ?? 'number')
}

/** A saved sheet, also of an older build or another tab; undefined for anything else. */
export function findSheet(value: unknown): ScoreSheet | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { key, number, scores, notes, replaces, corrects, movesFrom } = value as Partial<ScoreSheet>
  if (typeof key !== 'string' || typeof number !== 'string' || typeof notes !== 'string') return undefined
  if (typeof scores !== 'object' || scores === null) return undefined
  return {
    ...{ key, number, scores, notes },
    ...(typeof replaces === 'string' ? { replaces } : {}),
    ...(typeof corrects === 'string' ? { corrects } : {}),
    ...(typeof movesFrom === 'string' ? { movesFrom } : {}),
  }
}
