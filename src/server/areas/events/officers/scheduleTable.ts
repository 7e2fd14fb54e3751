// Reads the entries of a schedule from a table: one row for each, under headings in English or Spanish.

import { addDays } from '../../../../domain/day.ts'
import { cleanName, removeInvisible } from '../../../../domain/invisible.ts'
import { foldText } from '../../../../domain/search.ts'
import { ref } from '../../../../domain/shapes/fileValues.ts'
import { readEntities } from '../../../officers/cells.ts'
import type { DateOrder } from '../../../officers/dayWords.ts'
import {
  findAside,
  findColumns,
  openTable,
  TableReading,
  type TableRow,
  type TableSource,
  unendedQuote,
} from '../../../officers/table.ts'
import { toHeadings } from '../../../officers/words.ts'
import {
  type EntryNames,
  type IncomingEntry,
  isNearEvent,
  type LineNote,
  listDoubleFaults,
  listEntryFaults,
  listLateNotes,
  nightUntil,
  type ReadingEvent,
  type ReadSchedule,
  toPlainLine,
  toPlainText,
} from './incoming.ts'
import {
  findTableClock,
  readDate,
  readWrittenTime,
  type TableClock,
  toClockTime,
  type WrittenTime,
} from './tableTimes.ts'

/**
 * What a table means by "Friday, 0:30": `evening`, the night that follows Friday, as programmes are printed;
 * `calendar`, the night before it.
 */
export type AfterMidnight = 'evening' | 'calendar'

export interface ScheduleTableOptions {
  readonly dates: DateOrder | undefined
  readonly afterMidnight: AfterMidnight | undefined
}

const headings = {
  date: toHeadings('date, day, start date, fecha, dia, fecha de inicio'),
  start: toHeadings(`start, start time, starts, begin, begins, from, time, hora, inicio, hora de inicio,
      hora inicio, desde, comienzo, empieza`),
  end: toHeadings('end, end time, ends, until, to, fin, final, hora de fin, hora fin, hasta, termina'),
  endDate: ['end date', 'fecha de fin', 'fecha fin', 'fecha final'],
  label:
    toHeadings(`title, event, name, label, subject, summary, activity, what, titulo, evento, nombre, asunto,
      actividad, que`),
  place: toHeadings('place, location, where, venue, lugar, ubicacion, donde, sitio'),
  description: toHeadings('description, details, notes, descripcion, detalles, notas'),
  id: ['ref', 'id', 'uid', 'referencia'],
  cancelled: ['cancelled', 'canceled', 'cancelado', 'cancelada'],
} as const

type Field = keyof typeof headings
const texts: ReadonlySet<Field> = new Set(['label', 'place', 'description'])

export function readScheduleTable(
  source: TableSource,
  event: ReadingEvent,
  options: ScheduleTableOptions,
): ReadSchedule {
  const opened = openTable(source, findHead)
  if ('fault' in opened) {
    const message =
      opened.fault === 'unended-quote'
        ? unendedQuote
        : 'no line names the columns, such as Date,Start,End,Title,Place. Name them in the first line.'
    return { entries: [], faults: [{ line: opened.line, column: '', message }], setAside: [], notes: [] }
  }
  return new ScheduleReading(event, options, opened.head).read(opened)
}

/** The first line that names two columns, or one: a title above them may have the word of one. */
function findHead(rows: readonly TableRow[]): TableRow | undefined {
  const count = ({ cells }: TableRow) =>
    new Set(cells.map(findField).filter((name) => name !== undefined)).size
  return rows.find((row) => count(row) > 1) ?? rows.find((row) => count(row) === 1)
}

interface TimedRow {
  readonly row: TableRow
  readonly start: WrittenTime | undefined
  readonly end: WrittenTime | undefined
}

class ScheduleReading extends TableReading<Field> implements ReadSchedule {
  readonly entries: IncomingEntry[] = []
  readonly setAside: EntryNames[] = []
  readonly otherDays: string[] = []
  readonly notes: LineNote[] = []
  readonly #event: ReadingEvent
  readonly #options: ScheduleTableOptions

  constructor(event: ReadingEvent, options: ScheduleTableOptions, head: TableRow) {
    const { places, unused, doubles } = findColumns(head, findField)
    super(head, places)
    this.#event = event
    this.#options = options
    for (const heading of unused) {
      this.notes.push({ line: head.line, message: `the column '${heading}' is not used` })
    }
    for (const { heading, field } of doubles) {
      const message = `is a second column for the ${fieldWords[field]}. Remove one.`
      this.faults.push({ line: head.line, column: heading, message })
    }
  }

  read({ rows, above }: { rows: readonly TableRow[]; above: readonly TableRow[] }): ReadSchedule {
    for (const row of above) this.#leaveOut(row, 'stands above the headings')
    for (const field of ['date', 'start', 'label'] as const) {
      if (this.places.has(field)) continue
      const names = headings[field].slice(0, 4).join(', ')
      const message = `there is no column for the ${fieldWords[field]}. Name one: ${names} …`
      this.fault(this.head, undefined, message)
    }
    if (this.faults.length > 0) return this
    const entries = rows.filter((row) => {
      const aside = findAside(this.head, row)
      if (aside === 'no-record') this.#leaveOut(row, 'is no entry')
      if (aside === 'headings-again') this.#leaveOut(row, 'are the headings once more')
      if (aside !== undefined) this.#spare(row)
      return aside === undefined
    })
    for (const row of entries) this.refuseLostCells(row)
    const timed = entries.map((row) => this.#readTimes(row))
    const clock = findTableClock(timed.flatMap(({ start, end }) => [start ?? [], end ?? []].flat()))
    for (const each of timed) this.#readRow(each, clock)
    this.faults.push(...listDoubleFaults(this.entries, this.heading('id')))
    return this
  }

  #leaveOut({ line, cells }: TableRow, why: string): void {
    const text = cells.filter((cell) => cell !== '').join(', ')
    this.notes.push({ line, message: `'${text}' ${why}.` })
  }

  #spare(row: TableRow): void {
    const [id, label] = [this.cell(row, 'id'), toPlainLine(this.cell(row, 'label'))]
    this.setAside.push({ id: id === '' ? undefined : id, label })
  }

  /** Of a workbook: a time may have the row's own day before it. */
  #readClock(row: TableRow, field: 'start' | 'end'): string {
    const [, day, time] = dayAndTime.exec(this.cell(row, field)) ?? []
    return day !== undefined && day === this.#readDay(row) ? (time ?? '') : this.cell(row, field)
  }

  /** Without the time that a workbook may have behind it. */
  #readDay(row: TableRow): string {
    const cell = this.cell(row, 'date')
    return dayAndTime.exec(cell)?.[1] ?? cell
  }

  /** Where no end is given, the start may hold both: "9:00 - 10:00". */
  #readTimes(row: TableRow): TimedRow {
    const cell = this.#readClock(row, 'start')
    const ending = this.#readClock(row, 'end')
    const range = ending !== '' ? null : /^(.+?)\s*(?:-|–|—|\bto\b|\ba\b(?!\.?\s?m))\s*(.+)$/i.exec(cell)
    const [start = '', end = ''] = range === null ? [cell, ending] : [range[1], range[2]]
    if (start === '') {
      this.fault(row, 'start', 'is empty. Give the entry a start, like 9:00 AM.')
    }
    const read = (field: 'start' | 'end', text: string): WrittenTime | undefined =>
      text === '' ? undefined : this.take(row, field, readWrittenTime(text))
    const startTime = read('start', start)
    const endTime = read('end', end)
    // in "2:00 - 3:30 PM" the half of the day is said once
    const isSaidOnce = startTime?.half === undefined && endTime?.half !== undefined && range !== null
    if (isSaidOnce && startTime !== undefined && startTime.hour <= 12) {
      const isSame = startTime.hour % 12 <= endTime.hour % 12
      if (isSame) return { row, start: { ...startTime, half: endTime.half }, end: endTime }
    }
    return { row, start: startTime, end: endTime }
  }

  #readRow({ row, start, end }: TimedRow, clock: TableClock): void {
    const faultsBefore = this.faults.length
    const date = this.take(row, 'date', readDate(this.#readDay(row), this.#options.dates, this.#event))
    const startTime = start && this.take(row, 'start', toClockTime(start, clock))
    const endTime = end === undefined ? '' : this.take(row, 'end', toClockTime(end, clock))
    const hasEnd = end !== undefined || this.places.has('end')
    const label = toPlainLine(this.cell(row, 'label'))
    if (label === '') this.fault(row, 'label', 'is empty. Give the entry a title.')
    const id = this.#readId(row)
    if (date === undefined || startTime === undefined || endTime === undefined) return
    const day = this.#findStartDay(row, date, startTime)
    if (day === undefined || this.faults.length > faultsBefore) return
    if (!isNearEvent(day, this.#event)) {
      this.notes.push({ line: row.line, message: `'${label}' is on ${day}, which is not a day of the show.` })
      this.#spare(row)
      this.otherDays.push(day)
      return
    }
    const entry: IncomingEntry = {
      line: row.line,
      id,
      day,
      startTime,
      endTime: hasEnd ? (endTime === startTime ? '' : endTime) : undefined,
      label,
      place: this.places.has('place') ? toPlainLine(this.cell(row, 'place')) : undefined,
      description: this.places.has('description') ? toPlainText(this.cell(row, 'description')) : undefined,
      isCancelled: this.places.has('cancelled') ? isYes(this.cell(row, 'cancelled')) : undefined,
    }
    this.#checkEndDate(row, entry)
    this.faults.push(...listEntryFaults(entry, (field) => this.heading(field)))
    this.notes.push(...listLateNotes(entry, this.#event))
    this.entries.push(entry)
  }

  #findStartDay(row: TableRow, date: string, startTime: string): string | undefined {
    if (startTime >= nightUntil) return date
    const { afterMidnight } = this.#options
    if (afterMidnight === 'calendar') return date
    if (afterMidnight === 'evening') return addDays(date, 1)
    const message = `${startTime} on ${date}: is it the night after that day, as in a printed programme, or the night before it? Say --after-midnight evening or --after-midnight calendar.`
    return this.fault(row, 'start', message)
  }

  #checkEndDate(row: TableRow, { day, startTime, endTime = '' }: IncomingEntry): void {
    const cell = this.cell(row, 'endDate')
    const isEvening = this.#options.afterMidnight === 'evening' && startTime < nightUntil
    if (cell === '' || isEvening) return
    const given = this.take(row, 'endDate', readDate(cell, this.#options.dates, this.#event))
    const expected = endTime !== '' && endTime < startTime ? addDays(day, 1) : day
    if (given === undefined || given === expected) return
    const message = `${given} does not fit: an entry from ${startTime} to ${endTime} ends on ${expected}. An entry of several days is written as one for each day.`
    this.fault(row, 'endDate', message)
  }

  #readId(row: TableRow): string | undefined {
    const id = this.cell(row, 'id')
    if (id === '') return undefined
    if (ref.safeParse(id).success) return id
    return this.fault(row, 'id', `'${id}' must have 1 to 80 letters, digits or . _ - : @ / and no spaces.`)
  }

  /** Without signs that nobody sees, and what a web page writes for others. */
  protected override cells(row: TableRow, field: Field): string[] {
    const read = (cell: string) => (texts.has(field) ? cleanName(readEntities(cell)) : removeInvisible(cell))
    return super.cells(row, field).map((cell) => read(cell).trim())
  }

  /** What has no column of its own may stand in that of the start. */
  protected override heading(field: Field): string {
    return super.heading(this.places.has(field) || !this.places.has('start') ? field : 'start')
  }
}

function findField(heading: string): Field | undefined {
  const folded = foldText(removeInvisible(heading)).replace(/[_*:]/g, ' ').trim()
  return (Object.keys(headings) as Field[]).find((name) =>
    (headings[name] as readonly string[]).includes(folded),
  )
}

const dayAndTime = /^(\d{4}-\d{2}-\d{2}) (\d{1,2}:\d{2} [AP]M)$/

const fieldWords: Readonly<Record<Field, string>> = {
  date: 'day',
  start: 'start',
  end: 'end',
  endDate: 'day of the end',
  label: 'title',
  place: 'place',
  description: 'description',
  id: 'ref',
  cancelled: 'cancellation',
}

const yesWords = toHeadings('yes, y, true, 1, x, si, s, cancelled, canceled, cancelado, cancelada')

function isYes(text: string): boolean {
  return yesWords.includes(foldText(text))
}
