// Which day's programme an entry after midnight belongs to.
import { addDays } from '../../../../domain/day.ts'

/** What begins earlier belongs to the evening before, where that day has a programme. */
export const nightUntil = '04:00'

export interface ProgrammePlace {
  readonly date: string
  readonly startsNextDay: boolean
}

/** `programme` are the days on which something begins after the night. */
export function findProgrammePlace(
  day: string,
  startTime: string,
  programme: ReadonlySet<string>,
): ProgrammePlace {
  const dayBefore = addDays(day, -1)
  const isNight = startTime < nightUntil && programme.has(dayBefore)
  return isNight ? { date: dayBefore, startsNextDay: true } : { date: day, startsNextDay: false }
}
