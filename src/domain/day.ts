// Calendar days ('YYYY-MM-DD') and clock times in a named zone.
import { dayMs } from './time.ts'

/** The calendar day that an instant falls on in a zone. */
export function findDay(instant: number, timeZone: string): string {
  const parts = dayFormat(timeZone).formatToParts(instant)
  const read = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  // put together here, because engines differ in how a locale orders the parts
  return `${read('year').padStart(4, '0')}-${read('month')}-${read('day')}`
}

const formats = new Map<string, Intl.DateTimeFormat>()
const offsetFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  formats.set(timeZone, made)
  return made
}

/**
 * The instant, in epoch milliseconds, of a day and a 'HH:MM' in a zone. If the clock skips this hour, the
 * hour after it counts. If the hour comes twice, the first counts.
 */
export function toInstant(day: string, time: string, timeZone: string): number {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const offset = findSteadyOffset(day, timeZone)
  if (offset !== undefined) return asUtc - offset
  return toInstantBy(asUtc, (instant) => findOffset(instant, timeZone))
}

/** The same in a zone that is known by its offsets alone. `asUtc`: the local time, as if it were of UTC. */
export function toInstantBy(asUtc: number, findOffsetAt: (instant: number) => number): number {
  const offsetBefore = findOffsetAt(asUtc - dayMs)
  const offsetAfter = findOffsetAt(asUtc + dayMs)
  const early = asUtc - offsetBefore
  if (offsetBefore === offsetAfter || findOffsetAt(early) === offsetBefore) return early
  const late = asUtc - offsetAfter
  return findOffsetAt(late) === offsetAfter ? late : early
}

const steadyOffsets = new Map<string, number | undefined>()
/** To ask a zone costs far more than to look here, and a schedule asks for the same days again and again. */
const mostSteadyOffsets = 1_000

/** The zone's offset on a day and on those beside it; undefined where it changes. */
function findSteadyOffset(day: string, timeZone: string): number | undefined {
  const key = `${timeZone} ${day}`
  if (steadyOffsets.has(key)) return steadyOffsets.get(key)
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const offset = findOffset(midnight - dayMs, timeZone)
  const steady = offset === findOffset(midnight + 2 * dayMs, timeZone) ? offset : undefined
  if (steadyOffsets.size >= mostSteadyOffsets) steadyOffsets.clear()
  steadyOffsets.set(key, steady)
  return steady
}

/** How many milliseconds a zone is ahead of UTC at an instant. */
export function findOffset(instant: number, timeZone: string): number {
  const parts = offsetFormat(timeZone).formatToParts(instant)
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const local = Date.UTC(
    read('year'),
    read('month') - 1,
    read('day'),
    read('hour'),
    read('minute'),
    read('second'),
  )
  return local - Math.floor(instant / 1000) * 1000
}

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const known = offsetFormats.get(timeZone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  offsetFormats.set(timeZone, made)
  return made
}

// A year has four digits, so that days can be compared as text. There is no day before the first or after the last.
const firstDay = '0001-01-01'
export const lastDay = '9999-12-31'
const firstTime = Date.parse(`${firstDay}T00:00:00Z`)
const lastTime = Date.parse(`${lastDay}T00:00:00Z`)

/** The day `count` days later, or earlier if negative; at most the last day there is. */
export function addDays(day: string, count: number): string {
  const time = Date.parse(`${day}T00:00:00Z`) + count * dayMs
  return new Date(Math.min(Math.max(time, firstTime), lastTime)).toISOString().slice(0, 10)
}

/** The same day `count` years later, at most the last day there is. A leap day becomes 28 February where there is none. */
export function addYears(day: string, count: number): string {
  return toDayOf(Number(day.slice(0, 4)) + count, day)
}

/** The month and day of `day` in another year. A leap day becomes 28 February where there is none. */
export function toDayOf(year: number, day: string): string {
  if (year > 9999) return lastDay
  if (year < 1) return firstDay
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const monthAndDay = day.slice(4) === '-02-29' && !isLeap ? '-02-28' : day.slice(4)
  return `${String(year).padStart(4, '0')}${monthAndDay}`
}

/** How many days `to` comes after `from`; negative if it comes before. */
export function countDays(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs
}
