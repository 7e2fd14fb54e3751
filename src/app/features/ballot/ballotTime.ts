// Times of the voting window, in the show's zone. The zone is named if it is not the device's.
import { writeClockAt } from '../../../domain/clock.ts'
import { findDay } from '../../../domain/day.ts'
import { findForeignZone, nameZone } from '../../show/showTime.ts'
import { formatDay } from '../../text/format.ts'
import type { Language } from '../../text/languages.ts'

/** "Saturday, June 13, 2026, 3:00 PM (Eastern Time)". */
export function toDateTime(
  instant: number,
  timeZone: string,
  language: Language,
  deviceZone?: string,
): string {
  const zone = findForeignZone(timeZone, instant, language, deviceZone)
  const time = `${formatDay(findDay(instant, timeZone), language)}, ${writeClockAt(instant, timeZone, language)}`
  return nameZone(time, zone)
}
