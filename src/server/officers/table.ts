// The rows and columns of a table, of a text file (RFC 4180) or of a workbook's sheet: where the headings are, and
// which rows are none of its records.
import type { InTable } from '../../contract/officerFailures.ts'
import { foldText } from '../../domain/search.ts'
import { mostLinesAboveHeadings } from '../limits/sizes.ts'
import { toPlainCell } from './cells.ts'
import type { Reading } from './dayWords.ts'
import type { LineFault } from './inputFile.ts'
import type { BorrowedCell, RowMark } from './workbookMarks.ts'

export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
  /** The columns in which a workbook has a formula without a stored result. Their cells are empty. */
  readonly unstored?: readonly number[]
  /** What a workbook says of the line by other means than text. */
  readonly marks?: readonly RowMark[]
  /** Its cells whose formulas take something from another line. */
  readonly borrowed?: readonly BorrowedCell[]
}

/** Something in a table that the officer should know. */
export interface TableFinding {
  readonly line: number
  /** The heading of its column; '' for the whole line. */
  readonly column: string
  readonly finding: InTable
}

/** A file's text, or the rows of a sheet. */
export type TableSource = { readonly text: string } | { readonly rows: readonly TableRow[] }

const separators = [',', ';', '\t'] as const

interface OpenedTable {
  readonly head: TableRow
  /** Below the headings. */
  readonly rows: readonly TableRow[]
  /** What other programs write above the headings. */
  readonly above: readonly TableRow[]
}

/** `findHead` is given the first rows and finds the headings among them. Without them it says why. */
export function openTable(
  source: TableSource,
  findHead: (first: readonly TableRow[]) => TableRow | undefined,
): OpenedTable | { readonly fault: 'unended-quote' | 'no-headings'; readonly line: number } {
  const split = (rows: readonly TableRow[]): OpenedTable | undefined => {
    const head = findHead(rows.slice(0, mostLinesAboveHeadings))
    if (head === undefined) return undefined
    const at = rows.indexOf(head)
    return { head, rows: rows.slice(at + 1), above: rows.slice(0, Math.max(at, 0)) }
  }
  const none = (rows: readonly TableRow[]) => ({ fault: 'no-headings' as const, line: rows[0]?.line ?? 1 })
  if ('rows' in source) return split(source.rows) ?? none(source.rows)
  const rows = readTable(source.text)
  if ('faultLine' in rows) return { fault: 'unended-quote', line: rows.faultLine }
  // what stands above the headings may hide what separates the columns
  for (const separator of [undefined, ...separators]) {
    const read = separator === undefined ? rows : readTable(source.text, separator)
    const opened = 'faultLine' in read ? undefined : split(read)
    if (opened !== undefined) return opened
  }
  return none(rows)
}

/** The rows that are not empty, or the line of a quote that nothing ends. Without `separator` it is found. */
export function readTable(
  text: string,
  separator: string = findSeparator(text),
): TableRow[] | { faultLine: number } {
  // Excel's own way to say what separates the columns; the line stays, so that lines are counted right
  const clean = text.replace(/^\uFEFF/, '').replace(saysSeparator, '')
  const rows: TableRow[] = []
  let cells: string[] = []
  let line = 1
  let rowLine = 1
  let at = 0
  const opening = / *"/y
  const guarded = new RegExp(` *="(?:[^"]|"")*"(?= *(?:[${separator}\\r\\n]|$))`, 'y')
  const stops = new RegExp(`[${separator}\\r\\n]`, 'g')
  while (at <= clean.length) {
    opening.lastIndex = at
    guarded.lastIndex = at
    const guard = guarded.exec(clean)?.[0]
    const quote = opening.exec(clean)
    let cell = guard ?? ''
    at += cell.length
    line += cell.split(/\r\n|\n|\r/).length - 1
    if (quote !== null) {
      const begin = line
      at += quote[0].length
      for (;;) {
        const end = clean.indexOf('"', at)
        if (end === -1) return { faultLine: begin }
        cell += clean.slice(at, end)
        line += clean.slice(at, end).split(/\r\n|\n|\r/).length - 1
        at = end + 1
        if (clean[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    stops.lastIndex = at
    const stop = stops.exec(clean)?.index ?? clean.length
    cell += clean.slice(at, stop)
    cells.push(toPlainCell(cell))
    at = stop + 1
    if (clean[stop] === separator) continue
    if (cells.some((each) => each !== '')) rows.push({ line: rowLine, cells })
    cells = []
    if (clean[stop] === '\r' && clean[at] === '\n') at += 1
    line += 1
    rowLine = line
  }
  return rows
}

export const unendedQuote = 'a quote (") begins here and does not end. Save the table again as CSV.'

/**
 * `find` says what a column has by its heading; undefined for one that is not taken. Only `several` may have more than
 * one column.
 */
export function findColumns<Field extends string>(
  { cells }: TableRow,
  find: (heading: string, at: number) => Field | undefined,
  several?: Field,
) {
  const places = new Map<Field, number[]>()
  const unused: string[] = []
  const doubles: { heading: string; field: Field; at: number }[] = []
  cells.forEach((heading, at) => {
    const field = find(heading, at)
    if (field === undefined) {
      if (heading !== '') unused.push(heading)
    } else if (places.has(field) && field !== several) doubles.push({ heading, field, at })
    else places.set(field, [...(places.get(field) ?? []), at])
  })
  return { places, unused, doubles }
}

/** A heading may be written in several lines. */
export function toHeadingLine(heading: string): string {
  return heading.replace(/\s+/g, ' ')
}

/** Finds the cells of a row by what their columns have. */
export abstract class TableColumns<Field extends string> {
  protected readonly head: TableRow
  protected readonly places: ReadonlyMap<Field, readonly number[]>

  constructor(head: TableRow, places: ReadonlyMap<Field, readonly number[]>) {
    this.head = { ...head, cells: head.cells.map(toHeadingLine) }
    this.places = places
  }

  protected cells({ cells }: TableRow, field: Field): string[] {
    return (this.places.get(field) ?? []).map((at) => cells[at] ?? '')
  }

  protected cell(row: TableRow, field: Field): string {
    return this.cells(row, field)[0] ?? ''
  }

  /** As the table has it, so that the officer finds it; `at` is the column's place where there are several. */
  protected heading(field: Field, at?: number): string {
    return (at === undefined ? this.cells(this.head, field)[0] : this.head.cells[at]) || field
  }
}

/** Reads the rows below the headings, and notes what is wrong in them. */
export abstract class TableReading<Field extends string> extends TableColumns<Field> {
  readonly faults: LineFault[] = []

  /** Without `field` the whole line is meant. */
  protected fault({ line }: TableRow, field: Field | undefined, message: string): undefined {
    this.faults.push({ line, column: field === undefined ? '' : this.heading(field), message })
  }

  /** Undefined after a fault. */
  protected take<T>(row: TableRow, field: Field, reading: Reading<T>): T | undefined {
    return 'value' in reading ? reading.value : this.fault(row, field, reading.message)
  }

  protected refuseLostCells(row: TableRow): void {
    for (const cell of listLostCells(this.head, row)) {
      const message = `'${cell}' stands in a column without a heading. Put text with a comma in quotes, or name the column.`
      this.fault(row, undefined, message)
    }
  }
}

/** The cells of a row that stand below no heading. */
export function listLostCells(head: TableRow, { cells }: TableRow): string[] {
  return cells.filter((cell, at) => cell !== '' && (head.cells[at] ?? '') === '')
}

/** Why a row is none of the table's records: the headings once more, or a line below the records that counts them. */
export function findAside(head: TableRow, { cells }: TableRow): 'headings-again' | 'no-record' | undefined {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return 'no-record'
  const isHeading = (cell: string, at: number) =>
    cell === '' || foldText(cell) === foldText(head.cells[at] ?? '')
  if (filled.length > 1 && cells.every(isHeading)) return 'headings-again'
  const [first = '', ...others] = filled
  const isCount =
    totalWords.test(foldText(first)) &&
    others.every((cell) => amount.test(cell) || counted.test(foldText(cell)))
  return isCount || filled.every((cell) => ruled.test(cell)) ? 'no-record' : undefined
}

const records = '(?:members?|records?|rows?|entr(?:y|ies)|miembros?|socios?|registros?|filas?)'
/** A total of anything else is a name. */
const countedWords =
  'of|the|all|number|no|active|paid|unpaid|due|dues|fees|amount|received|collected|de|general'
const counted = new RegExp(`^\\d+ ${records}$`)
const totalWords = new RegExp(
  [
    `^(?:(?:grand |sub-?)?totals?|count|sum|average|suma|recuento|promedio)(?:[\\s:=.]+(?:${countedWords}|${records}|\\d+))*[\\s:=.]*$`,
    '^(?:number of |total de )?(?:members|records|rows|entries|miembros|socios|registros|filas)\\b',
    `^\\d+ ${records}\\b`,
    '^(?:page|pagina) \\d|^(?:end of|fin de|fin del)\\b|^(?:generated|printed|exported|impreso|generado|exportado)\\b',
  ].join('|'),
)
const amount = /^[\d.,:$€£%()\s-]+$/
const ruled = /^[-=_*~.·—–]{2,}$/

const saysSeparator = /^sep=[,;|:\t](?=\r|\n|$)/i

/** What the file says itself; otherwise the sign that its first line has most often outside quotes. */
function findSeparator(text: string): string {
  const clean = text.replace(/^\uFEFF/, '')
  const said = saysSeparator.exec(clean)?.[0].at(-1)
  if (said !== undefined) return said
  const [first = ''] = clean
    .trimStart()
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1)
  const counts = separators.map((separator) => first.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}
