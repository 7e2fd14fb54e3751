// Times of the voting window, in the show's zone. The zone is named if it is not the device's.
import { findDay } from '../../../domain/day.ts'
import { findForeignZone, toClockAt } from '../../show/showTime.ts'
import { formatDay } from '../../text/format.ts'
import type { Language } from '../../text/languages.ts'

/** "Saturday, June 13, 2026, 15:00 (Eastern Time)". */
export function toDateTime(
  instant: number,
  timeZone: string,
  language: Language,
  deviceZone?: string,
): string {
  const zone = findForeignZone(timeZone, instant, language, deviceZone)
  const time = `${formatDay(findDay(instant, timeZone), language)}, ${toClockAt(instant, timeZone)}`
  return zone === undefined ? time : `${time} (${zone})`
}
