// Texts that say a day in words: no program can move them with the event.
import type { FileRecord, Json } from '../../../clubFile/recordKind.ts'
import { yearsOfShowTexts } from '../../../limits/sizes.ts'
import { toLabel } from './eventCopy.ts'

export interface DatedText {
  /** 'description', 'schedule[0].label', 'info of ticket "Weekend"'. */
  readonly place: string
  /** The words that say the day, as they stand there. */
  readonly words: readonly string[]
}

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre'
const weekdays =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?'
const dayOfMonth = '\\d{1,2}(?:st|nd|rd|th)?'

const patterns = [
  `\\b(?:${months})\\.?\\s+${dayOfMonth}\\b`,
  `\\b${dayOfMonth}\\s+(?:of\\s+|de\\s+)?(?:${months})\\b`,
  '\\b\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?\\b',
]
/** A year that is meant for a show: those of cars and of clubs lie farther back. */
function toYearsPattern(first: number, last: number): string {
  const years = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  return `\\b(?:${years.join('|')})\\b`
}

/** Of an event and what is below it. `weekdays`: also those that only name a day of the week. */
export function listDatedTexts(
  records: readonly FileRecord[],
  { year, weekdays: hasWeekdays }: { year: number; weekdays: boolean },
): DatedText[] {
  const parts = [
    ...patterns,
    toYearsPattern(year - yearsOfShowTexts, year),
    ...(hasWeekdays ? [`\\b(?:${weekdays})\\b`] : []),
  ]
  return findTexts(records, new RegExp(parts.join('|'), 'giu'))
}

/** Those that name a year just before the event's. */
export function listTextsOfEarlierYears(records: readonly FileRecord[], year: number): DatedText[] {
  return findTexts(records, new RegExp(toYearsPattern(year - yearsOfShowTexts, year - 1), 'gu'))
}

function findTexts(records: readonly FileRecord[], pattern: RegExp): DatedText[] {
  return records.flatMap(({ kind, value }) => {
    const of = kind.name === 'event' ? '' : ` of ${kind.name} "${toLabel(value)}"`
    return Object.values(kind.columns).flatMap(({ field, type, refTo, picture }) => {
      const isText = (type === 'text' || type === 'jsonb') && refTo === undefined && picture === undefined
      const given = field === null || !isText ? undefined : value[field]
      if (field === null || given === undefined) return []
      return listStrings(given, field).flatMap(({ place, text }) => {
        const words = [...new Set([...text.matchAll(pattern)].map(([found]) => found))]
        return words.length === 0 ? [] : [{ place: `${place}${of}`, words }]
      })
    })
  })
}

/** All texts of a value that people read, with their places in it. */
function listStrings(value: Json, place: string): { place: string; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }]
  if (Array.isArray(value)) return value.flatMap((each, at) => listStrings(each, `${place}[${at}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, each]) =>
    field === 'id' || field === 'date' ? [] : listStrings(each, `${place}.${field}`),
  )
}
