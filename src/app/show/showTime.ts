// Times, days and sizes for the viewer: in the event's time zone, without AM or PM, without seconds.
import { findDay, findOffset } from '../../domain/day.ts'
import { getDateFormat } from '../text/dateFormat.ts'
import { type Language, locales } from '../text/languages.ts'

/** "9:00" of '09:00', as the club's programme prints it. */
export function toClock(time: string): string {
  return time.replace(/^0(?=\d:)/, '')
}

/** "8:10" of an instant in a zone. */
export function toClockAt(instant: number, timeZone: string): string {
  return toClock(
    getDateFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(
      instant,
    ),
  )
}

/** "Sat 13", "Sáb 13" of 'YYYY-MM-DD'. */
export function toDayTab(day: string, language: Language): string {
  const weekday = getDateFormat(locales[language], { weekday: 'short', timeZone: 'UTC' })
    .format(Date.parse(`${day}T00:00:00Z`))
    .replace(/\.$/, '')
  return `${weekday.charAt(0).toLocaleUpperCase(locales[language])}${weekday.slice(1)} ${Number(day.slice(8))}`
}

/** "8:10" today, "Sat 13, 8:10" on another day. */
export function toMoment(instant: number, now: number, timeZone: string, language: Language): string {
  const clock = toClockAt(instant, timeZone)
  const day = findDay(instant, timeZone)
  return day === findDay(now, timeZone) ? clock : `${toDayTab(day, language)}, ${clock}`
}

/** "6.4 MB", "412 kB". */
export function toSize(bytes: number, language: Language): string {
  const isMega = bytes >= 950_000
  const amount = isMega ? bytes / 1_000_000 : Math.max(1, Math.round(bytes / 1000))
  const number = new Intl.NumberFormat(locales[language], {
    maximumFractionDigits: isMega && amount < 10 ? 1 : 0,
  }).format(amount)
  return `${number} ${isMega ? 'MB' : 'kB'}`
}

/** The zone's name, if its clocks differ from the device's at that instant; undefined if they agree. */
export function findForeignZone(
  timeZone: string,
  instant: number,
  language: Language,
  deviceZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string | undefined {
  if (findOffset(instant, timeZone) === findOffset(instant, deviceZone)) return undefined
  return toZoneName(timeZone, instant, language)
}

/** "Eastern Time". */
export function toZoneName(timeZone: string, instant: number, language: Language): string | undefined {
  return getDateFormat(locales[language], { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName')?.value
}
