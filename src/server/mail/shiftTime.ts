// When a shift is, in one line, as mails and refusals write it.
import { writeClockAt } from '../../domain/clock.ts'
import { findShiftTimes, type ShiftTime } from '../../domain/shift.ts'
import { type MailLanguage, toDayText } from './language.ts'

/** "June 13, 2026, 7:30 AM – 10:00 AM", where the event takes place. */
export function writeShiftTime(shift: ShiftTime, timeZone: string, language: MailLanguage): string {
  const { startsAt, endsAt } = findShiftTimes(shift, timeZone)
  const [from, to] = [startsAt, endsAt].map((instant) => writeClockAt(instant, timeZone, language))
  return `${toDayText(shift.shiftDate, language)}, ${from} – ${to}`.replaceAll('\u00a0', ' ')
}
