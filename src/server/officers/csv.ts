// Tables as CSV, for spreadsheets (RFC 4180).
import { toVisibleLine } from './words.ts'

/** A cell that begins like a formula gets an apostrophe in front, so that no spreadsheet runs it. */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function toCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const line = toVisibleLine(value)
  const text = /^[=+\-@]/.test(line) ? `'${line}` : line
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows of cells. Quoted cells may contain commas, quotes and line ends. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    if (end === ',') continue
    if (row.some((cell) => cell !== '')) rows.push(row)
    row = []
    if (end === '') break
  }
  return rows
}
