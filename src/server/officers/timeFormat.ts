// Days and times as officers type and read them, in the time zone of their club or show.
import { findClock, writeClockAt } from '../../domain/clock.ts'
import { addDays, findDay, toInstant } from '../../domain/day.ts'
import { type OptionName, UsageFault } from './command.ts'

/** The day that an officer typed. */
export function readDay(day: string, option: OptionName): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`))
  // the calendar turns a day that does not exist into another day
  if (!isDay || addDays(day, 0) !== day) throw new UsageFault(`--${option} must be a day: YYYY-MM-DD.`)
  return day
}

/** The beginning of the day that an officer typed, or of the day `daysLater` after it. */
export function toMidnight(typed: string, option: OptionName, timeZone: string, daysLater = 0): Date {
  const day = readDay(typed, option)
  return new Date(toInstant(addDays(day, daysLater), '00:00', timeZone))
}

export type TimeFormat = (moment: Date) => string

/** To the minute, for people: "Jun 12, 2026, 2:30 PM". The command says the zone once. */
export function createTimeFormat(timeZone: string): TimeFormat {
  return (moment) => {
    const instant = moment.getTime()
    const clock = writeClockAt(instant, timeZone, 'en').replaceAll('\u00a0', ' ')
    return `${toDayText(findDay(instant, timeZone))}, ${clock}`
  }
}

/** To the minute, for spreadsheets, which sort it: "2026-06-12 14:30". */
export function createCellTimeFormat(timeZone: string): TimeFormat {
  return (moment) => {
    const instant = moment.getTime()
    return `${findDay(instant, timeZone)} ${findClock(instant, timeZone)}`
  }
}

/** A calendar day: "Jun 12, 2026". */
export function toDayText(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )
}
