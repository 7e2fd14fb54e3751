// How the time of a post is written.
import { writeClockAt } from '../../../domain/clock.ts'
import { findDay } from '../../../domain/day.ts'
import { formatDate } from '../../text/format.ts'
import type { Language } from '../../text/languages.ts'

/** "June 12, 2026, 7:20 PM" in the club's zone. */
export function toPostTime(created: string, timeZone: string, language: Language): string {
  const at = Date.parse(created)
  return `${formatDate(findDay(at, timeZone), language)}, ${writeClockAt(at, timeZone, language)}`
}
