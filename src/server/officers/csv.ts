// Tables as CSV, for spreadsheets (RFC 4180).
import { toVisibleLine } from './words.ts'

/** Without it Excel reads names with accents wrongly. */
const byteOrderMark = '\uFEFF'

const cellBegin = /(^|;[\s"]*)/
// also as wide and as small signs, which some spreadsheets take for the same
const formulaBegin = /[=+\-@＝＋－＠﹦﹢﹣﹫]/

/**
 * What begins like a formula gets an apostrophe in front, so that no spreadsheet runs it. So does what follows a
 * semicolon: in Spanish a spreadsheet takes it for the end of a cell.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

const guardedBegin = new RegExp(`${cellBegin.source}'(?=${formulaBegin.source})`, 'g')

/** A cell without the apostrophes that `toCsv` put in. */
export function readCell(cell: string): string {
  return cell.replace(guardedBegin, '$1')
}

export function toYes(flag: boolean): string {
  return flag ? 'yes' : 'no'
}

/** An amount below zero. With an apostrophe no spreadsheet could add it up, and it runs nothing. */
const negativeAmount = /^-\d+\.\d{2}$/

function toCell(value: string | number): string {
  if (typeof value === 'number' || negativeAmount.test(value)) return String(value)
  const line = toVisibleLine(value)
  const text = line.replace(new RegExp(`${cellBegin.source}(?=${formulaBegin.source})`, 'g'), "$1'")
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
