// A judge's cars on one form: the state of each car, their counts, and the next sequence.
import type { Input } from '../../../contract/index.ts'
import type { ClassEntries, EventCar, JudgingForm } from '../../../domain/event.ts'
import { findFormOfScores } from '../../../domain/scoring.ts'
import { foldText, toWords } from '../../../domain/search.ts'
import type { OutboxEntry } from '../../../offline/outboxRecords.ts'
import { type ShownEntryState, toShownEntryState } from '../../outbox/entryState.ts'
import { hasSameValues, type KnownNumber, listUnset, type ScoreSheet } from './sheet.ts'

export type SheetOutboxEntry = OutboxEntry<'submit_judging_form'>
export type CarState = ShownEntryState | 'started' | 'todo'

export interface CarRow {
  number: string
  /** Undefined if this phone's list does not have the number. */
  car: EventCar | undefined
  classDescription: string
  state: CarState
  /** A correction of what was sent has been begun on this phone. */
  isCorrecting: boolean
  /** The newest sheet for this car on this phone; undefined before the first. */
  entry: SheetOutboxEntry | undefined
  /** The club had a sheet for it when the judge verified on this phone. */
  isSent: boolean
  /** The club has a sheet of this judge for it, also if a later one was refused. */
  isCounted: boolean
}

export interface JudgesPlace {
  club: string
  eventId: number
  judgeId: string
}

/** The server no longer accepts this judge's grant: their sheets wait for a new one. */
export function isVerificationOver(entries: readonly OutboxEntry[], place: JudgesPlace): boolean {
  return entries.some((entry) => entry.state === 'needs-signin' && isOf(entry, place))
}

export function isOf(entry: OutboxEntry, { club, eventId, judgeId }: JudgesPlace): boolean {
  const { principal } = entry
  return (
    entry.club === club &&
    entry.eventId === eventId &&
    principal.kind === 'judge' &&
    principal.ref === judgeId
  )
}

/** The sheets of this judge on this form, oldest first, as the outbox lists them. */
export function listSheets(
  entries: readonly OutboxEntry[],
  place: JudgesPlace,
  forms: readonly JudgingForm[],
  formId: number,
): SheetOutboxEntry[] {
  return entries.filter(isSheet).filter((entry) => isOf(entry, place) && findFormId(entry, forms) === formId)
}

export function findFormId({ input }: SheetOutboxEntry, forms: readonly JudgingForm[]): number | undefined {
  const { formId } = input
  return formId === undefined ? findFormOfScores(forms, toPlainScores(input))?.id : Number(formId)
}

export function isSheet(entry: OutboxEntry): entry is SheetOutboxEntry {
  return entry.action === 'submit_judging_form'
}

function toPlainScores({ scores }: Input<'submit_judging_form'>): { criteriaId: number; score: number }[] {
  return scores.map(({ criteriaId, score }) => ({ criteriaId: Number(criteriaId), score }))
}

export function toSheetCarNumber(entry: SheetOutboxEntry): string {
  return String(entry.input.entryId)
}

/** The sheet that counts for each car: the highest sequence; of equal ones the later (rules/security 2.2). */
export function findNewest(sheets: readonly SheetOutboxEntry[]): Map<string, SheetOutboxEntry> {
  const newest = new Map<string, SheetOutboxEntry>()
  for (const entry of sheets) {
    const before = newest.get(toSheetCarNumber(entry))
    if (before === undefined || entry.sequence >= before.sequence) newest.set(toSheetCarNumber(entry), entry)
  }
  return newest
}

/** One more than the highest known, here or at the club. */
export function findNextSequence(
  sheets: readonly SheetOutboxEntry[],
  number: string,
  sent: ReadonlyMap<string, number> = new Map(),
): number {
  const known = sheets
    .filter((entry) => toSheetCarNumber(entry) === number)
    .map(({ sequence, standing }) => Math.max(sequence, standing?.highest ?? 0))
  return 1 + Math.max(sent.get(number) ?? 0, ...known)
}

/** First what needs the judge, then what waits, then what is done and what is to do. */
const order: Record<CarState, number> = {
  attention: 0,
  'sign-in': 1,
  started: 2,
  sending: 3,
  saved: 3,
  accepted: 4,
  sent: 4,
  todo: 5,
}

export function listCarRows(
  cars: readonly EventCar[],
  classes: readonly ClassEntries[],
  sheets: readonly SheetOutboxEntry[],
  started: readonly ScoreSheet[],
  sent: ReadonlyMap<string, number> = new Map(),
): CarRow[] {
  const newest = findNewest(sheets)
  const counted = new Set([
    ...sent.keys(),
    ...sheets.filter(({ state }) => state === 'accepted').map(toSheetCarNumber),
  ])
  const begun = new Set(started.map(({ number }) => number).filter((number) => number !== ''))
  const known = new Map(cars.map((car) => [car.number, car]))
  const described = new Map(classes.map((entry) => [entry.carClass, entry.classDescription]))
  const numbers = new Set([...known.keys(), ...newest.keys(), ...begun, ...sent.keys()])
  const rows = [...numbers].map((number): CarRow => {
    const car = known.get(number)
    const entry = newest.get(number)
    const isBegun = begun.has(number)
    const isFirst = entry === undefined && !sent.has(number)
    return {
      number,
      car,
      classDescription: car === undefined ? '' : (described.get(car.carClass) ?? ''),
      state: toRowState(entry, isBegun, sent.get(number)),
      isCorrecting: isBegun && !isFirst,
      entry,
      isSent: sent.has(number),
      isCounted: counted.has(number),
    }
  })
  return rows.sort(
    (one, other) =>
      order[one.state] - order[other.state] ||
      (other.entry?.order ?? 0) - (one.entry?.order ?? 0) ||
      Number(one.number) - Number(other.number),
  )
}

function toRowState(
  entry: SheetOutboxEntry | undefined,
  isBegun: boolean,
  sent: number | undefined,
): CarState {
  if (entry === undefined) return sent !== undefined ? 'accepted' : isBegun ? 'started' : 'todo'
  return toEntryState(entry, sent)
}

/** `sent` is the highest sequence that the club has of the judge for this car. */
export function toEntryState(entry: SheetOutboxEntry, sent: number | undefined): ShownEntryState {
  return entry.state === 'accepted' && (sent ?? 0) > entry.sequence ? 'sent' : toShownEntryState(entry)
}

/** For the keys of the form. At a car that has a sheet the form stays at the number, where the sheet is offered. */
export function listNumbers(rows: readonly CarRow[]): KnownNumber[] {
  return rows.map(({ number, car, state }) => ({ number, isFresh: car !== undefined && state === 'todo' }))
}

export type CarGroup = 'todo' | 'phone' | 'attention' | 'accepted'
export type CarFilter = 'all' | CarGroup

/** Each car is in exactly one group, so that all counts of a screen make one sum. */
const groups: Record<CarState, CarGroup> = {
  todo: 'todo',
  started: 'todo',
  saved: 'phone',
  sending: 'phone',
  'sign-in': 'phone',
  attention: 'attention',
  accepted: 'accepted',
  // a later sheet of this judge counts
  sent: 'accepted',
}

export type CarCounts = Record<CarFilter, number>

export function countCars(rows: readonly CarRow[]): CarCounts {
  const counts: CarCounts = { all: rows.length, todo: 0, phone: 0, attention: 0, accepted: 0 }
  for (const { state } of rows) counts[groups[state]] += 1
  return counts
}

/** Cars with a sheet of this judge, wherever it is. */
export function countScored({ all, todo }: CarCounts): number {
  return all - todo
}

export function isOfFilter({ state }: CarRow, filter: CarFilter): boolean {
  return filter === 'all' || groups[state] === filter
}

/** By number, year, make, model and class. Digits match the beginning of a number or a year. */
export function isFound(row: CarRow, query: string): boolean {
  const { car } = row
  const text = foldText(
    [row.number, car?.year, car?.make, car?.model, row.classDescription].filter(Boolean).join(' '),
  )
  const parts = text.split(' ')
  return toWords(query).every((word) =>
    /^\d+$/.test(word) ? parts.some((part) => part.startsWith(word)) : text.includes(word),
  )
}

/**
 * The cars whose number begins with `typed`: the exact number first, then cars without a sheet. Before
 * anything is typed, the cars that are next in the row.
 */
export function suggestCars(rows: readonly CarRow[], typed: string, after: string, most: number): CarRow[] {
  const isPast = ({ number }: CarRow) => typed === '' && Number(number) <= Number(after)
  const toRank = (row: CarRow) => (row.number === typed ? 0 : row.state !== 'todo' ? 3 : isPast(row) ? 2 : 1)
  return rows
    .filter(({ number, car }) => car !== undefined && number.startsWith(typed))
    .filter(({ state }) => typed !== '' || state === 'todo')
    .sort((one, other) => toRank(one) - toRank(other) || Number(one.number) - Number(other.number))
    .slice(0, most)
}

/** A car of which this phone has a sheet. */
export type SentRow = CarRow & { entry: SheetOutboxEntry }

/** Refused sheets first, then the newest, each car once. */
export function listRecent(rows: readonly CarRow[], most: number): SentRow[] {
  const newest = rows
    .filter((row): row is SentRow => row.entry !== undefined)
    .sort((one, other) => other.entry.order - one.entry.order)
  const refused = newest.filter(({ entry }) => entry.state === 'refused')
  return [...refused, ...newest.filter(({ entry }) => entry.state !== 'refused').slice(0, most)]
}

/** A sent sheet, to look at or to correct: its values count as set. One that was refused has to be sent again. */
export function toSheetAgain(entry: SheetOutboxEntry, key: string): ScoreSheet {
  return {
    key,
    number: toSheetCarNumber(entry),
    scores: Object.fromEntries(
      entry.input.scores.map(({ criteriaId, score }) => [String(criteriaId), score]),
    ),
    notes: entry.input.notes ?? '',
    ...(entry.state === 'refused' ? { replaces: entry.key } : { isUntouched: true as const }),
  }
}

/** The entry says the same as the sheet, in which every score is set. */
export function isSheetOf(entry: SheetOutboxEntry, form: JudgingForm, sheet: ScoreSheet): boolean {
  return listUnset(form, sheet).length === 0 && hasSameValues(toSheetAgain(entry, ''), sheet)
}
