// Texts that say a day or a price in words: no program can move them with the event.
import type { FileRecord, Json } from '../../../clubFile/recordKind.ts'
import { yearsOfShowTexts } from '../../../limits/sizes.ts'
import { labelOfFile } from './eventCopy.ts'

export interface DatedText {
  /** 'description', 'schedule[0].label', 'info of ticket "Weekend"'. */
  readonly place: string
  /** The words that say it, as they stand there. */
  readonly words: readonly string[]
}

const months =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre'
const weekdays =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)days?|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?'
/** Only with capital letters, and where a time or a sign follows: "Mon:", "Sat 9 AM". */
const shortWeekdays =
  '(?-i:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun|Lun|Mar|Mié|Jue|Vie|Sáb|Dom)(?=\\.?(?:[:,/–-]|\\s+\\d))'
const dayOfMonth = '\\d{1,2}(?:st|nd|rd|th)?'
const before = '(?<![\\p{L}\\p{N}])'
const after = '(?![\\p{L}\\p{N}])'

const patterns = [
  `${before}(?:${months})\\.?\\s+${dayOfMonth}${after}`,
  `${before}${dayOfMonth}\\s+(?:of\\s+|de\\s+)?(?:${months})${after}`,
  `${before}\\d{1,2}/\\d{1,2}(?:/\\d{2,4})?${after}`,
  // what it costs is asked about with the days, since the texts do not follow the prices
  '\\$\\s?\\d+(?:[.,]\\d{2})?',
  `${before}\\d+(?:[.,]\\d{2})?\\s+(?:dollars?|dólares|bucks)${after}`,
]

/** A year that is meant for a show: those of cars and of clubs lie farther back. */
function toYearsPattern(until: number): string {
  const years = Array.from({ length: yearsOfShowTexts + 1 }, (_, at) => until - at)
  const short = years.map((year) => String(year % 100).padStart(2, '0'))
  return `${before}(?:${years.join('|')})${after}|['’](?:${short.join('|')})${after}`
}

/** Of an event and what is below it: days, prices, and years until this one. `weekdays`: also days of the week. */
export function listDatedTexts(
  records: readonly FileRecord[],
  { until, weekdays: hasWeekdays }: { until: number; weekdays: boolean },
): DatedText[] {
  const parts = [
    ...patterns,
    toYearsPattern(until),
    ...(hasWeekdays ? [`${before}(?:${weekdays})${after}`, `${before}${shortWeekdays}`] : []),
  ]
  return findTexts(records, new RegExp(parts.join('|'), 'giu'))
}

function findTexts(records: readonly FileRecord[], pattern: RegExp): DatedText[] {
  return records.flatMap(({ kind, value }) => {
    const of = kind.name === 'event' ? '' : ` of ${kind.name} "${labelOfFile(value)}"`
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
