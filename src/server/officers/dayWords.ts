// The names of days and months as people write them in a table, in English and Spanish.

export type Reading<T> = { value: T } | { message: string }

/** How a table writes its dates: month first, as in the United States, or day first. */
export type DateOrder = 'month-first' | 'day-first'

export const dateOrders: readonly DateOrder[] = ['month-first', 'day-first']

export const months = [
  ['jan', 'ene'],
  ['feb'],
  ['mar'],
  ['apr', 'abr'],
  ['may'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep', 'set'],
  ['oct'],
  ['nov'],
  ['dec', 'dic'],
]

export const weekdays = [
  ['sun', 'dom'],
  ['mon', 'lun'],
  ['tue', 'mar'],
  ['wed', 'mie'],
  ['thu', 'jue'],
  ['fri', 'vie'],
  ['sat', 'sab'],
]

/** Where a day stands in `weekdays`. */
export function toWeekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

export function toDayExample(day: string): string {
  return `Write it like ${day}.`
}

export const dayExample = toDayExample('2026-06-12')

/** Where a word stands in such a list; -1 for none. The first three letters are enough. */
export function findWord(names: readonly (readonly string[])[], word: string): number {
  return word.length < 3 ? -1 : names.findIndex((starts) => starts.some((start) => word.startsWith(start)))
}

/** A calendar day, if the calendar has it. `example` ends what is said of others. */
export function toDay(
  text: string,
  year: number,
  month: number,
  day: number,
  example: string = dayExample,
): Reading<string> {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = month >= 1 && month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal ? { value: date.toISOString().slice(0, 10) } : { message: `'${text}' is no day. ${example}` }
}

/** "6/7/2026": what could be two days is read as the table writes its dates, if somebody knows that. */
export function readNumbers(
  text: string,
  { first, second, year }: { first: number; second: number; year: number },
  order: DateOrder | undefined,
  example: string = dayExample,
): Reading<string> | { either: readonly [string, string] } {
  const monthFirst = toDay(text, year, first, second, example)
  const dayFirst = toDay(text, year, second, first, example)
  if (order !== undefined) return order === 'month-first' ? monthFirst : dayFirst
  if (!('value' in monthFirst)) return dayFirst
  if (!('value' in dayFirst) || dayFirst.value === monthFirst.value) return monthFirst
  return { either: [monthFirst.value, dayFirst.value] }
}
