// A judge's cars on one form: the state of each car, and the next sequence.
import type { Input } from '../../../contract/index.ts'
import type { ClassEntries, EventCar, JudgingForm } from '../../../domain/event.ts'
import { findFormOfScores } from '../../../domain/scoring.ts'
import type { ClubSheet, OutboxEntry } from '../../../offline/outboxRecords.ts'
import { type ShownEntryState, toShownEntryState } from '../../outbox/entryState.ts'
import { hasSameValues, type KnownNumber, listUnset, type ScoreSheet } from './sheet.ts'

/** Everything that a judge files. */
export type JudgingEntry = OutboxEntry<'submit_judging_form' | 'move_judging_form' | 'withdraw_judging_form'>
/** A judge's sheet on this phone. One that is moved is two: what is taken back at one car, and the sheet of the other. */
export interface SheetOutboxEntry extends OutboxEntry<'submit_judging_form'> {
  /** It takes back the sheets of its car. With the number of the car to which they were moved, if they were. */
  takesBack?: { movedTo: string | undefined }
  /** It came from the car with this number. */
  movedFrom?: string
}
/** `withdrawn` and `void`: the club has a sheet, and it counts no more. */
export type CarState = ShownEntryState | 'started' | 'todo' | 'withdrawn' | 'void'

/** What the club has of the judge for one car: the newest sheet, and the highest sequence. */
export interface AtClub {
  sequence: number
  /** Undefined if the club has not said more than that there is one. */
  sheet: ClubSheet | undefined
}

/** The sheet of a car that a form shows: the one that counts, or will. */
export interface FiledSheet {
  key: string
  number: string
  scores: readonly { criteriaId: string | number; score: number }[]
  notes: string
  /** Undefined if it was sent from another phone. */
  entry: SheetOutboxEntry | undefined
}

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
  /** Undefined if nothing of this car counts, or its sheet is not on this phone. */
  filed: FiledSheet | undefined
  /** The club has a sheet for it, as far as this phone has heard. */
  isSent: boolean
  /** The club has said that a sheet of this judge counts for it, also if a later one was refused. */
  isCounted: boolean
  /** The car at which a sheet counts although a later one was refused: this one, or the one from which it was to move. */
  countsAt: string | undefined
  /** The club has a newer sheet for it than this phone, and what it holds is not on this phone. */
  isUnseen: boolean
  /** What the officer said who has voided the sheet; '' if it is not void. */
  reason: string
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
  return entries
    .filter(isJudging)
    .filter((entry) => isOf(entry, place))
    .flatMap(toSheets)
    .filter((sheet) => findFormId(sheet, forms) === formId)
}

/** The sheets that an entry brings. */
export function toSheets(entry: JudgingEntry): SheetOutboxEntry[] {
  const { input } = entry
  if (!('toEntryId' in input) && !('reason' in input)) return [entry as SheetOutboxEntry]
  const { eventId, judgeId, formId, entryId } = input
  const place = { eventId, judgeId, formId }
  const movedTo = 'toEntryId' in input ? String(input.toEntryId) : undefined
  const takenBack: SheetOutboxEntry = {
    ...entry,
    action: 'submit_judging_form',
    input: { ...place, entryId, scores: [] },
    takesBack: { movedTo },
    about: { ...entry.about, title: '', number: String(entryId) },
  }
  if (!('toEntryId' in input)) return [takenBack]
  const { toEntryId, toSequence, scores, notes } = input
  const { standing, ...rest } = entry
  return [
    takenBack,
    {
      ...rest,
      action: 'submit_judging_form',
      input: { ...place, entryId: toEntryId, scores, ...(notes === undefined ? {} : { notes }) },
      sequence: toSequence,
      movedFrom: String(entryId),
      ...(standing?.to === undefined ? {} : { standing: standing.to }),
    },
  ]
}

export function findFormId({ input }: SheetOutboxEntry, forms: readonly JudgingForm[]): number | undefined {
  const { formId } = input
  return formId === undefined ? findFormOfScores(forms, toPlainScores(input))?.id : Number(formId)
}

export function isJudging(entry: OutboxEntry): entry is JudgingEntry {
  return entry.principal.kind === 'judge'
}

function toPlainScores({ scores }: Input<'submit_judging_form'>): { criteriaId: number; score: number }[] {
  return scores.map(({ criteriaId, score }) => ({ criteriaId: Number(criteriaId), score }))
}

export function toSheetCarNumber(entry: SheetOutboxEntry): string {
  return String(entry.input.entryId)
}

/**
 * The newest sheet of each car: the highest sequence; of equal ones the later (rules/security 2.2). What the club did not
 * take back is there as before.
 */
export function findNewest(sheets: readonly SheetOutboxEntry[]): Map<string, SheetOutboxEntry> {
  const newest = new Map<string, SheetOutboxEntry>()
  for (const entry of sheets) {
    if (entry.takesBack !== undefined && entry.state === 'refused') continue
    const before = newest.get(toSheetCarNumber(entry))
    if (before === undefined || entry.sequence >= before.sequence) newest.set(toSheetCarNumber(entry), entry)
  }
  return newest
}

/** One more than the highest known, here or at the club. */
export function findNextSequence(
  sheets: readonly SheetOutboxEntry[],
  number: string,
  sent: ReadonlyMap<string, AtClub> = new Map(),
): number {
  const known = sheets
    .filter((entry) => toSheetCarNumber(entry) === number)
    .map(({ sequence, standing }) => Math.max(sequence, standing?.highest ?? 0))
  return 1 + Math.max(sent.get(number)?.sequence ?? 0, ...known)
}

/** First what needs the judge, then what waits, then what is done and what is to do. */
const order: Record<CarState, number> = {
  attention: 0,
  void: 0,
  'sign-in': 1,
  started: 2,
  sending: 3,
  saved: 3,
  accepted: 4,
  sent: 4,
  withdrawn: 4,
  todo: 5,
}

export function listCarRows(
  cars: readonly EventCar[],
  classes: readonly ClassEntries[],
  sheets: readonly SheetOutboxEntry[],
  started: readonly ScoreSheet[],
  sent: ReadonlyMap<string, AtClub> = new Map(),
): CarRow[] {
  const newest = findNewest(sheets)
  const accepted = new Set(
    sheets
      .filter(({ state, takesBack }) => state === 'accepted' && takesBack === undefined)
      .filter((entry) => !isOvertaken(entry, sent.get(toSheetCarNumber(entry))))
      .map(toSheetCarNumber),
  )
  const begun = new Set(started.map(({ number }) => number).filter((number) => number !== ''))
  const known = new Map(cars.map((car) => [car.number, car]))
  const described = new Map(classes.map((entry) => [entry.carClass, entry.classDescription]))
  const isCounted = (number: string) => sent.get(number)?.sheet?.counts ?? accepted.has(number)
  const numbers = new Set([...known.keys(), ...newest.keys(), ...begun, ...sent.keys()])
  const rows = [...numbers].map((number): CarRow => {
    const car = known.get(number)
    const entry = newest.get(number)
    const atClub = sent.get(number)
    const isBegun = begun.has(number)
    const filed = findFiled(number, entry, atClub)
    const from = entry?.state === 'refused' ? entry.movedFrom : undefined
    return {
      number,
      car,
      classDescription: car === undefined ? '' : (described.get(car.carClass) ?? ''),
      state: toRowState(entry, isBegun, atClub),
      isCorrecting: isBegun && (filed !== undefined || isUnseen(entry, atClub)),
      entry,
      filed,
      isSent: atClub !== undefined,
      isCounted: isCounted(number),
      countsAt: [number, from].find((one) => one !== undefined && isCounted(one)),
      isUnseen: isUnseen(entry, atClub),
      // clubs of earlier builds do not say it
      reason: atClub?.sheet?.reason ?? '',
    }
  })
  return rows.sort(
    (one, other) =>
      order[one.state] - order[other.state] ||
      (other.entry?.order ?? 0) - (one.entry?.order ?? 0) ||
      Number(one.number) - Number(other.number),
  )
}

/** The club has a sheet, and has not said what it holds, nor whether it counts. */
function isUnseen(entry: SheetOutboxEntry | undefined, atClub: AtClub | undefined): boolean {
  if (atClub === undefined || atClub.sheet !== undefined) return false
  return entry === undefined || (entry.state === 'accepted' && isOvertaken(entry, atClub))
}

/** A later sheet than this one is at the club, from another phone. */
export function isOvertaken(
  { key, sequence, standing }: SheetOutboxEntry,
  atClub: AtClub | undefined,
): boolean {
  if (atClub === undefined || atClub.sequence < sequence) return standing?.current === false
  if (atClub.sheet === undefined) return standing?.current === false || atClub.sequence > sequence
  return atClub.sheet.key !== key
}

function findFiled(
  number: string,
  entry: SheetOutboxEntry | undefined,
  atClub: AtClub | undefined,
): FiledSheet | undefined {
  const clubs = atClub?.sheet
  if (entry !== undefined && (entry.state !== 'accepted' || !isOvertaken(entry, atClub))) {
    const isGone = entry.takesBack !== undefined || (clubs?.key === entry.key && !clubs.counts)
    return isGone ? undefined : toFiled(entry)
  }
  if (clubs === undefined) {
    // what is sent from here is all that this phone knows
    return entry === undefined || entry.takesBack !== undefined ? undefined : toFiled(entry)
  }
  return clubs.counts
    ? { key: clubs.key, number, scores: clubs.scores, notes: clubs.notes, entry: undefined }
    : undefined
}

function toRowState(
  entry: SheetOutboxEntry | undefined,
  isBegun: boolean,
  atClub: AtClub | undefined,
): CarState {
  if (entry !== undefined) return toEntryState(entry, atClub)
  const why = atClub?.sheet?.why
  if (isUnseen(entry, atClub)) return 'sent'
  if (why === null) return 'accepted'
  if (isBegun) return 'started'
  return why === 'void' || why === 'withdrawn' ? why : 'todo'
}

/** How a sheet of this phone stands, by what the club was last heard to have of its car. */
export function toEntryState(entry: SheetOutboxEntry, atClub: AtClub | undefined): CarState {
  if (entry.state !== 'accepted') return toShownEntryState(entry)
  const why = atClub?.sheet?.why
  if (isOvertaken(entry, atClub)) return why === 'void' || why === 'withdrawn' ? why : 'sent'
  if (entry.takesBack !== undefined) return 'withdrawn'
  return atClub?.sheet?.key === entry.key && why === 'void' ? 'void' : 'accepted'
}

/** For the keys of the form. At a car that has a sheet the form stays at the number, where the sheet is offered. */
export function listNumbers(rows: readonly CarRow[]): KnownNumber[] {
  return rows.map(({ number, car, state }) => ({ number, isFresh: car !== undefined && state === 'todo' }))
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

/** A filed sheet, to look at or to correct: its values count as set. One that was refused has to be sent again. */
export function toSheetAgain(
  { key: filed, number, scores, notes, entry }: FiledSheet,
  key: string,
): ScoreSheet {
  return {
    key,
    number,
    scores: Object.fromEntries(scores.map(({ criteriaId, score }) => [String(criteriaId), score])),
    notes,
    ...(entry?.state === 'refused'
      ? { replaces: filed, ...(entry.movedFrom === undefined ? {} : { movesFrom: entry.movedFrom }) }
      : { isUntouched: true as const, corrects: filed }),
  }
}

export function toFiled(entry: SheetOutboxEntry): FiledSheet {
  const { scores, notes = '' } = entry.input
  return { key: entry.key, number: toSheetCarNumber(entry), scores, notes, entry }
}

/** The entry says the same as the sheet, in which every score is set. */
export function isSheetOf(entry: SheetOutboxEntry, form: JudgingForm, sheet: ScoreSheet): boolean {
  return listUnset(form, sheet).length === 0 && hasSameValues(toSheetAgain(toFiled(entry), ''), sheet)
}
