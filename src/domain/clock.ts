// How a time of day is written: the one rule for screens, mails, notifications and officers' lists.
import { findOffset } from './day.ts'

/** American clubs write 12 hours in both languages: "2:30 PM", "2:30 p. m.". */
export type ClockLanguage = 'en' | 'es'

// no-break spaces keep a time on one line
const halves = { en: ['\u00a0AM', '\u00a0PM'], es: ['\u00a0a.\u00a0m.', '\u00a0p.\u00a0m.'] } as const

/** "2:30 PM" of '14:30'. A text that is no time stays as it is. */
export function writeClock(time: string, language: ClockLanguage): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? []
  if (hours === '') return time
  const hour = Number(hours) % 24
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes}${halves[language][hour < 12 ? 0 : 1]}`
}

/** 'HH:MM' of an instant in a zone. */
export function findClock(instant: number, timeZone: string): string {
  return new Date(instant + findOffset(instant, timeZone)).toISOString().slice(11, 16)
}

/** "2:30 PM" of an instant in a zone. */
export function writeClockAt(instant: number, timeZone: string, language: ClockLanguage): string {
  return writeClock(findClock(instant, timeZone), language)
}
