// Rows and cells of a table in a text file (RFC 4180), with the line on which each row begins.

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
        line += countLines(clean.slice(at, end))
        at = end + 1
        if (clean[at] !== '"') break
        cell += '"'
        at += 1
      }
    }
    const stop = findStop(clean, at, separator)
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

/** The cells of a row that stand below no heading. */
export function listLostCells(head: TableRow, { cells }: TableRow): string[] {
  return cells.filter((cell, at) => cell !== '' && (head.cells[at] ?? '') === '')
}

function findStop(text: string, from: number, separator: string): number {
  for (let at = from; at < text.length; at++) {
    const sign = text[at]
    if (sign === separator || sign === '\n' || sign === '\r') return at
  }
  return text.length
}

function countLines(text: string): number {
  return text.split(/\r\n|\n|\r/).length - 1
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
