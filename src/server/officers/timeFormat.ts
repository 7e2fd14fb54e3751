// Days and times as officers read them, in the time zone of their club or show.
import { findClock, writeClock } from '../../domain/clock.ts'
import { addDays, findDay, toInstant } from '../../domain/day.ts'

/** The beginning of a day, or of the day `daysLater` after it. */
export function toMidnight(day: string, timeZone: string, daysLater = 0): Date {
  return new Date(toInstant(addDays(day, daysLater), '00:00', timeZone))
}

export type TimeFormat = (moment: Date) => string

/** To the minute, for people: "Jun 12, 2026, 2:30 PM". The command says the zone once. */
export function createTimeFormat(timeZone: string): TimeFormat {
  return (moment) => {
    const instant = moment.getTime()
    return `${toDayText(findDay(instant, timeZone))}, ${toClockText(findClock(instant, timeZone))}`
  }
}

/** To the minute, for spreadsheets, which sort it: "2026-06-12 14:30". */
export function createCellTimeFormat(timeZone: string): TimeFormat {
  return (moment) => {
    const instant = moment.getTime()
    return `${findDay(instant, timeZone)} ${findClock(instant, timeZone)}`
  }
}

/** "2:30 PM" of '14:30'. */
export function toClockText(time: string): string {
  return writeClock(time, 'en').replaceAll('\u00a0', ' ')
}

/** A calendar day: "Jun 12, 2026". */
export function toDayText(day: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )
}

/** An ISO instant where no club's zone is meant: "Jun 12, 2026, 2:30 PM (UTC)". */
export function toUtcText(instant: string): string {
  return `${createTimeFormat('UTC')(new Date(instant))} (UTC)`
}
