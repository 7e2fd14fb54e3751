// Times, days and sizes for the viewer, in the event's time zone.
import { writeClockAt } from '../../domain/clock.ts'
import { findDay, findOffset } from '../../domain/day.ts'
import { getDateFormat } from '../text/dateFormat.ts'
import { formatDate, formatShortDay } from '../text/format.ts'
import { type Language, locales } from '../text/languages.ts'

/** "Sat 13", "Sáb 13" of 'YYYY-MM-DD'. */
export function toDayTab(day: string, language: Language): string {
  const weekday = getDateFormat(locales[language], { weekday: 'short', timeZone: 'UTC' })
    .format(Date.parse(`${day}T00:00:00Z`))
    .replace(/\.$/, '')
  return `${weekday.charAt(0).toLocaleUpperCase(locales[language])}${weekday.slice(1)} ${Number(day.slice(8))}`
}

/** "8:10 AM" today, "Sat, Jun 13, 8:10 AM" on another day. */
export function toMoment(instant: number, now: number, timeZone: string, language: Language): string {
  const clock = writeClockAt(instant, timeZone, language)
  const day = findDay(instant, timeZone)
  return day === findDay(now, timeZone) ? clock : `${formatShortDay(day, language)}, ${clock}`
}

/** The same, with the zone's name if the device has another one: "8:10 AM (Eastern Time)". */
export function toZonedMoment(instant: number, now: number, timeZone: string, language: Language): string {
  return nameZone(toMoment(instant, now, timeZone, language), findForeignZone(timeZone, instant, language))
}

/** "June 13, 2026, 8:10 AM", with the zone's name if the device has another one. */
export function formatZonedInstant(instant: number, timeZone: string, language: Language): string {
  const day = formatDate(findDay(instant, timeZone), language)
  const time = `${day}, ${writeClockAt(instant, timeZone, language)}`
  return nameZone(time, findForeignZone(timeZone, instant, language))
}

export function nameZone(time: string, zone: string | undefined): string {
  return zone === undefined ? time : `${time} (${zone})`
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
