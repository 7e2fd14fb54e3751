// The demo clubs: the club files in this folder, with dates set from the day of the import.
import { readFileSync } from 'node:fs'
import { addDays, toInstant } from '../src/domain/day.ts'
import type { ClubFile } from '../src/server/assembly/clubFile.ts'

/** In the order of `demo.json`: the first is the default club. */
const names = ['alderhollow', 'saltmarsh']
const relativeDay = /^@([+-]\d+)(?: (\d\d:\d\d))?$/
const dayOfYear = /^@(\d\d-\d\d)$/

interface Today {
  readonly day: string
  readonly zone: string
}

/**
 * Dates in the files count from the day of their import, which `findToday` finds in a club's time zone. `@+3`
 * stands for three days after it, `@-40` for forty days before, `@+0` for the day itself, and `@03-31` for 31
 * March of its year. `@-1 08:00` stands for a point in time: that day and time in the club's zone.
 */
export function readDemoClubs(findToday: (zone: string) => string): ClubFile[] {
  return names.map((name) => {
    const file = JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as ClubFile
    const zone = file.club.timeZone
    return resolveDays(file, { day: findToday(zone), zone }) as ClubFile
  })
}

function resolveDays(value: unknown, today: Today): unknown {
  if (typeof value === 'string') return resolveDay(value, today)
  if (Array.isArray(value)) return value.map((item) => resolveDays(item, today))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, member]) => [field, resolveDays(member, today)]),
  )
}

function resolveDay(text: string, { day, zone }: Today): string {
  const [, sameYear] = dayOfYear.exec(text) ?? []
  if (sameYear !== undefined) return `${day.slice(0, 4)}-${sameYear}`
  const [, offset, time] = relativeDay.exec(text) ?? []
  if (offset === undefined) return text
  const date = addDays(day, Number(offset))
  return time === undefined ? date : new Date(toInstant(date, time, zone)).toISOString()
}
