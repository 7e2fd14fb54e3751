// Days and moments as officers type and read them, in the zone of their club.
import { addDays, findDay, findOffset, toInstant } from '../../domain/day.ts'
import { type OptionName, UsageFault } from './command.ts'

/** The beginning of a day that somebody typed, or of the one so many days later. */
export function toMidnight(day: string, option: OptionName, timeZone: string, daysLater = 0): Date {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`))
  // a day that no month has is another day by the calendar
  if (!isDay || addDays(day, 0) !== day) throw new UsageFault(`--${option} is a day: YYYY-MM-DD.`)
  return new Date(toInstant(addDays(day, daysLater), '00:00', timeZone))
}

/** To the minute, on the clocks of the club. */
export function createClock(timeZone: string): (moment: Date) => string {
  return (moment) => {
    const instant = moment.getTime()
    const time = new Date(instant + findOffset(instant, timeZone)).toISOString().slice(11, 16)
    return `${findDay(instant, timeZone)} ${time}`
  }
}
