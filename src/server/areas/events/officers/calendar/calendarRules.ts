// When a rule of a calendar falls (RFC 5545), by ical.js: for the zones that a calendar explains itself, and to tell
// the officer on which days of the show a repeated event falls. Local times are numbers, as if they were of UTC.
import ICAL from 'ical.js'
import { dayMs, secondMs } from '../../../../../domain/time.ts'
import { longestRepeatDays } from '../../../../limits/times.ts'

interface RuleRange {
  readonly start: number
  /** What has ended before is not looked at. */
  readonly first?: number
  readonly last: number
  /** The end of a rule may be written in UTC. */
  readonly toLocal: (instant: number) => number
}

/** Up to `last`. Undefined for a rule that the library does not read, or reads without an end. */
export function listRuleTimes(
  { jCal }: ICAL.Property,
  { start, first = start, last, toLocal }: RuleRange,
): number[] | undefined {
  try {
    const rule = new ICAL.Recur(jCal[3])
    if (!isReadable(rule, Object.keys(jCal[3]), new Date(start))) return undefined
    if (rule.until !== null) {
      const end = findEnd(rule.until, toLocal)
      if (end < first) return []
      rule.until = toTime(end)
    }
    const times: number[] = []
    const iterator = rule.iterator(toTime(start))
    for (let count = 0; count <= longestRepeatDays; count++) {
      const next: ICAL.Time | null = iterator.next()
      const time = next?.toJSDate().getTime()
      if (time === undefined || time > last) break
      times.push(time)
    }
    return times
  } catch {
    return undefined
  }
}

/** What may stand together in a rule. Of other rules the library misses days, or looks for them without an end. */
const readable: Readonly<Record<string, readonly string[]>> = {
  DAILY: ['', 'BYDAY', 'BYMONTH', 'BYDAY BYMONTH'],
  WEEKLY: ['', 'BYDAY', 'BYMONTH', 'BYDAY BYMONTH'],
  MONTHLY: ['', 'BYDAY', 'BYDAY BYSETPOS', 'BYMONTHDAY'],
  YEARLY: ['', 'BYMONTH', 'BYDAY BYMONTH', 'BYMONTH BYMONTHDAY'],
}
const always = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', '']

function isReadable({ freq, interval, parts }: ICAL.Recur, names: readonly string[], start: Date): boolean {
  const by = names.map((name) => name.toUpperCase()).filter((name) => !always.includes(name))
  if (!readable[freq]?.includes(by.sort().join(' ')) || interval > longestRepeatDays) return false
  const { BYDAY = [], BYMONTHDAY = [start.getUTCDate()] } = parts
  if (freq === 'DAILY' && by.length > 0) return interval === 1 && BYDAY.every((day) => !/\d/.test(day))
  const isInAnyMonth = BYMONTHDAY.every((date) => date > 0 && date <= 28)
  const isOwnMonth = by.length === 0 && start.getUTCMonth() !== 1
  return freq !== 'YEARLY' || BYDAY.length > 0 || isInAnyMonth || isOwnMonth
}

/** A day without a time counts to its end. */
function findEnd(until: ICAL.Time, toLocal: RuleRange['toLocal']): number {
  const { year, month, day, hour, minute, second, isDate } = until
  if (isDate) return Date.UTC(year, month - 1, day) + dayMs - secondMs
  const time = Date.UTC(year, month - 1, day, hour, minute, second)
  return until.zone === ICAL.Timezone.utcTimezone ? toLocal(time) : time
}

function toTime(local: number): ICAL.Time {
  return ICAL.Time.fromJSDate(new Date(local), true)
}
