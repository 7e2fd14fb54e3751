// When a shift is, as mails and refusals write it: where the event takes place.
import { writeClockAt } from '../../domain/clock.ts'
import { findShiftTimes, type ShiftTime } from '../../domain/shift.ts'
import { type MailLanguage, toDayText } from './language.ts'

/** "7:30 AM – 10:00 AM". No line breaks within a time. */
export function writeShiftHours(shift: ShiftTime, timeZone: string, language: MailLanguage): string {
  const { startsAt, endsAt } = findShiftTimes(shift, timeZone)
  const [from, to] = [startsAt, endsAt].map((instant) => writeClockAt(instant, timeZone, language))
  return `${from} – ${to}`
}

/** "June 13, 2026, 7:30 AM – 10:00 AM". */
export function writeShiftTime(shift: ShiftTime, timeZone: string, language: MailLanguage): string {
  const hours = writeShiftHours(shift, timeZone, language).replaceAll('\u00a0', ' ')
  return `${toDayText(shift.shiftDate, language)}, ${hours}`
}
