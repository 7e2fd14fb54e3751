// Rows and cells of a table in a text file (RFC 4180), with the line on which each row begins, and its columns.
import type { Reading } from './dayWords.ts'
import type { LineFault } from './inputFile.ts'

export interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

export const separators = [',', ';', '\t'] as const

/** The rows that are not empty, or the line of a quote that nothing ends. Without `separator` it is found. */
export function readTable(
  text: string,
  separator: string = findSeparator(text.replace(/^\uFEFF/, '')),
): TableRow[] | { faultLine: number } {
  const clean = text.replace(/^\uFEFF/, '')
  const rows: TableRow[] = []
  let cells: string[] = []
  let line = 1
  let rowLine = 1
  let at = 0
  const opening = / *"/y
  const stops = new RegExp(`[${separator}\\r\\n]`, 'g')
  while (at <= clean.length) {
    opening.lastIndex = at
    const quote = opening.exec(clean)
    let cell = ''
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
    cells.push(cell.trim())
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
  find: (heading: string) => Field | undefined,
  several?: Field,
) {
  const places = new Map<Field, number[]>()
  const unused: string[] = []
  const doubles: { heading: string; field: Field }[] = []
  cells.forEach((heading, at) => {
    const field = find(heading)
    if (field === undefined) {
      if (heading !== '') unused.push(heading)
    } else if (places.has(field) && field !== several) doubles.push({ heading, field })
    else places.set(field, [...(places.get(field) ?? []), at])
  })
  return { places, unused, doubles }
}

/** Reads the rows below the headings, and notes what is wrong in them. */
export abstract class TableReading<Field extends string> {
  readonly faults: LineFault[] = []
  protected readonly head: TableRow
  protected readonly places: ReadonlyMap<Field, readonly number[]>

  constructor(head: TableRow, places: ReadonlyMap<Field, readonly number[]>) {
    this.head = head
    this.places = places
  }

  protected cells({ cells }: TableRow, field: Field): string[] {
    return (this.places.get(field) ?? []).map((at) => cells[at] ?? '')
  }

  protected cell(row: TableRow, field: Field): string {
    return this.cells(row, field)[0] ?? ''
  }

  /** As the table has it, so that the officer finds it. */
  protected heading(field: Field): string {
    return this.cells(this.head, field)[0] ?? field
  }

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

/** The sign that the first line has most often outside quotes. */
function findSeparator(text: string): string {
  const [first = ''] = text
    .trimStart()
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1)
  const counts = separators.map((separator) => first.split(separator).length)
  return separators[counts.indexOf(Math.max(...counts))] ?? ','
}
