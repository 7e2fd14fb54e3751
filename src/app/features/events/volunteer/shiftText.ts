// Shifts in words, with times where the event takes place.
import { writeClockAt } from '../../../../domain/clock.ts'
import { findShiftTimes, type ShiftTime } from '../../../../domain/shift.ts'
import { formatShortDay } from '../../../text/format.ts'
import type { Language } from '../../../text/languages.ts'

/** "7:00 AM – 9:00 AM" */
export function toShiftHours(shift: ShiftTime, timeZone: string, language: Language): string {
  const { startsAt, endsAt } = findShiftTimes(shift, timeZone)
  return `${writeClockAt(startsAt, timeZone, language)} – ${writeClockAt(endsAt, timeZone, language)}`
}

/** "Sat, Jun 13, 7:00 AM – 9:00 AM" */
export function toShiftTime(shift: ShiftTime, timeZone: string, language: Language): string {
  return `${formatShortDay(shift.shiftDate, language)}, ${toShiftHours(shift, timeZone, language)}`
}
