// Compares what a file says of the schedule with the stored one: what is new, changed, the same, and missing.
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { addDays } from '../../../../domain/day.ts'
import type { EventPlace } from '../../../../domain/event.ts'
import { findStartDay, type ScheduleDay, type ScheduleEntry } from '../../../../domain/schedule.ts'
import { foldText } from '../../../../domain/search.ts'
import { type EntryNames, type IncomingEntry, nightUntil } from './incoming.ts'

/** An entry with its day of the programme. */
export interface PlacedEntry {
  readonly date: string
  readonly entry: ScheduleEntry
}

export type SchedulePlan = ReturnType<typeof planSchedule>

export function isChange({ created, changed, missing }: SchedulePlan, isPruned: boolean): boolean {
  return created.length > 0 || changed.length > 0 || (isPruned && missing.length > 0)
}

interface Planning {
  readonly isPruned: boolean
  readonly places: readonly EventPlace[]
  /** What the file has and is not taken from it. */
  readonly leftOut: readonly EntryNames[]
}

/**
 * With `isPruned` entries that are missing in the file are removed; `spared` are those that may be what was left out
 * of it. `days` is the schedule afterwards.
 */
export function planSchedule(
  stored: readonly ScheduleDay[],
  incoming: readonly IncomingEntry[],
  { isPruned, places, leftOut }: Planning,
) {
  const before = stored.flatMap(({ date, entries }) => entries.map((entry): PlacedEntry => ({ date, entry })))
  const placeNames = new Map(places.map(({ ref, label }) => [ref, foldText(label)]))
  const known = match(before, incoming, placeNames)
  const found = new Set(known.values())
  const isSpared = toSparing(leftOut)
  const [missing = [], spared = []] = [false, true].map((is) =>
    before.filter((placed) => !found.has(placed) && isSpared(placed) === is),
  )
  const kept = isPruned ? spared : [...missing, ...spared]
  const programme = findProgrammeDays(incoming, kept)
  const ids = new Set(before.map(({ entry }) => entry.id))
  const created: PlacedEntry[] = []
  const changed: { was: PlacedEntry; is: PlacedEntry }[] = []
  const unchanged: PlacedEntry[] = []
  for (const each of incoming) {
    const was = known.get(each)
    const id = was?.entry.id ?? toNewId(each, ids)
    ids.add(id)
    const is = toPlaced(each, id, was?.entry, programme, placeNames)
    if (was === undefined) created.push(is)
    else if (isDeepStrictEqual(withoutEmpty(was), withoutEmpty(is))) unchanged.push(was)
    else changed.push({ was, is })
  }
  const all = [...created, ...changed.map(({ is }) => is), ...unchanged, ...kept]
  return { created, changed, unchanged, missing, spared, days: toDays(stored, all) }
}

function toSparing(leftOut: Planning['leftOut']): (placed: PlacedEntry) => boolean {
  const ids = new Set(leftOut.map(({ id }) => id))
  const titles = new Set(leftOut.map(({ label }) => foldText(label)))
  titles.delete('')
  return ({ entry }) => ids.has(entry.id) || titles.has(foldText(entry.label))
}

/**
 * By the id. What has none, or a new one, is the stored entry with the same title: with the same times and
 * place, else at the same time, else on the same day, else on any day. Several of one kind are paired in
 * order; those of another time only if there are as many in the file, because nobody knows which one is gone.
 */
function match(
  before: readonly PlacedEntry[],
  incoming: readonly IncomingEntry[],
  placeNames: ReadonlyMap<string, string>,
): Map<IncomingEntry, PlacedEntry> {
  const known = new Map<IncomingEntry, PlacedEntry>()
  const free = new Set(before)
  const pair = (each: IncomingEntry, placed: PlacedEntry) => {
    known.set(each, placed)
    free.delete(placed)
  }
  for (const each of incoming) {
    const placed = before.find(({ entry }) => entry.id === each.id)
    if (placed !== undefined && free.has(placed)) pair(each, placed)
  }
  const ofStored = ({ date, entry }: PlacedEntry): Matched => {
    const { label, startTime, endTime, place = '' } = entry
    const placeName = placeNames.get(place) ?? foldText(place)
    return { title: foldText(label), day: findStartDay(entry, date), startTime, endTime, place: placeName }
  }
  const ofFile = ({ label, day, startTime, endTime = '', place }: IncomingEntry): Matched => {
    return { title: foldText(label), day, startTime, endTime, place: foldText(place ?? '') }
  }
  for (const { fields, isAnyNumber } of passes) {
    const toKey = (entry: Matched) => fields.map((field) => entry[field]).join('\n')
    const theirs = Map.groupBy(free, (placed) => toKey(ofStored(placed)))
    const waiting = incoming.filter((each) => !known.has(each))
    for (const [key, same] of Map.groupBy(waiting, (each) => toKey(ofFile(each)))) {
      const others = theirs.get(key) ?? []
      if (!isAnyNumber && same.length !== others.length) continue
      const toStart = ({ day, startTime }: Matched) => `${day} ${startTime}`
      const inOrder = same.toSorted((a, b) => compare(toStart(ofFile(a)), toStart(ofFile(b))))
      const stored = others.toSorted((a, b) => compare(toStart(ofStored(a)), toStart(ofStored(b))))
      stored.forEach((placed, at) => {
        const each = inOrder[at]
        if (each !== undefined) pair(each, placed)
      })
    }
  }
  return known
}

type Matched = Readonly<Record<'title' | 'day' | 'startTime' | 'endTime' | 'place', string>>

const passes: readonly { fields: readonly (keyof Matched)[]; isAnyNumber: boolean }[] = [
  { fields: ['title', 'day', 'startTime', 'endTime', 'place'], isAnyNumber: true },
  { fields: ['title', 'day', 'startTime', 'place'], isAnyNumber: true },
  { fields: ['title', 'day', 'startTime'], isAnyNumber: true },
  { fields: ['title', 'day'], isAnyNumber: false },
  { fields: ['title'], isAnyNumber: false },
]

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The days on which something begins after the night. */
function findProgrammeDays(incoming: readonly IncomingEntry[], kept: readonly PlacedEntry[]) {
  const byDay = (startTime: string) => startTime >= nightUntil
  return new Set([
    ...incoming.filter(({ startTime }) => byDay(startTime)).map(({ day }) => day),
    ...kept.filter(({ entry }) => byDay(entry.startTime)).map(({ date }) => date),
  ])
}

function toPlaced(
  incoming: IncomingEntry,
  id: string,
  was: ScheduleEntry | undefined,
  programme: ReadonlySet<string>,
  placeNames: ReadonlyMap<string, string>,
): PlacedEntry {
  const dayBefore = addDays(incoming.day, -1)
  const startsNextDay = incoming.startTime < nightUntil && programme.has(dayBefore)
  const description = incoming.description ?? was?.description ?? ''
  const isCancelled = incoming.isCancelled ?? was?.cancelled === true
  const place = choosePlace(incoming.place, was?.place ?? '', placeNames)
  return {
    date: startsNextDay ? dayBefore : incoming.day,
    entry: {
      id,
      startTime: incoming.startTime,
      endTime: incoming.endTime ?? moveEnd(was, incoming.startTime),
      ...(startsNextDay ? { startsNextDay } : {}),
      label: incoming.label,
      ...(description === '' ? {} : { description }),
      ...(place === '' ? {} : { place }),
      ...(isCancelled ? { cancelled: true } : {}),
    },
  }
}

/** Where the file says no end, the entry is as long as it was. */
function moveEnd(was: ScheduleEntry | undefined, startTime: string): string {
  if (was === undefined || was.endTime === '') return ''
  const { hour, minute } = Temporal.PlainTime.from(startTime).add(
    Temporal.PlainTime.from(was.startTime).until(was.endTime),
  )
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':')
}

/** A place that the club named by its ref stays so while the file gives its label. */
function choosePlace(given: string | undefined, was: string, placeNames: ReadonlyMap<string, string>) {
  if (given === undefined) return was
  return placeNames.get(was) === foldText(given) ? was : given
}

/** Fields of an entry that say nothing count as missing. */
function withoutEmpty({ date, entry }: PlacedEntry) {
  const said = Object.entries(entry).filter(([, value]) => value !== '' && value !== false)
  return { date, entry: Object.fromEntries(said) }
}

/** The same row gives the same id, so that an interrupted import can be done again. */
function toNewId({ id, label, day, startTime }: IncomingEntry, taken: ReadonlySet<string>): string {
  if (id !== undefined && !taken.has(id)) return id
  const base = createHash('sha256')
    .update(`${foldText(label)}\n${day}\n${startTime}`)
    .digest('hex')
    .slice(0, 16)
  let made = `row-${base}`
  for (let count = 2; taken.has(made); count++) made = `row-${base}-${count}`
  return made
}

/** A day that loses its last entry goes. One that was empty before is the club file's, and stays. */
function toDays(stored: readonly ScheduleDay[], all: readonly PlacedEntry[]): ScheduleDay[] {
  const labels = new Map(stored.map((day) => [day.date, day]))
  const entries = Map.groupBy(all, ({ date }) => date)
  const empty = stored.filter((day) => day.entries.length === 0)
  const dates = new Set([...empty.map(({ date }) => date), ...entries.keys()])
  return [...dates].sort().map((date) => ({
    ...(labels.get(date) ?? { date }),
    entries: (entries.get(date) ?? []).map(({ entry }) => entry).sort(byStart),
  }))
}

function byStart(a: ScheduleEntry, b: ScheduleEntry): number {
  const toKey = ({ startsNextDay, startTime, endTime }: ScheduleEntry) =>
    `${startsNextDay === true ? 1 : 0} ${startTime} ${endTime}`
  return compare(toKey(a), toKey(b))
}
