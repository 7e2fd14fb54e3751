// How commands write counts and what other people typed.
import { excerptLead } from '../limits/sizes.ts'
import { toVisibleLine } from '../mail/letter.ts'

export { toVisibleLine }

/** "1 sheet", "3 sheets". */
export function toCountText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** "1", "1 and 2", "1, 2 and 3". */
export function toList(items: readonly (string | number)[]): string {
  const last = items.at(-1) ?? ''
  return items.length < 2 ? `${last}` : `${items.slice(0, -1).join(', ')} and ${last}`
}

/** Its heading. */
export type TableColumn = string | { readonly right: string }

/** A column of numbers, which stand below each other by their last digits. */
export function right(heading: string): TableColumn {
  return { right: heading }
}

/** Headings in one text, with commas between them. */
export function toHeadings(list: string): string[] {
  return list.split(/,\s+/)
}

/** Rows below their headings; '' if there are none. No cell can begin a new line. */
export function toTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const headings = columns.map((column) => (typeof column === 'string' ? column : column.right))
  const cells = [headings, ...rows.map((row) => row.map(toVisibleLine))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)))
  return cells
    .map((row) => {
      const padded = columns.map((column, at) => {
        const cell = row[at] ?? ''
        return typeof column === 'string' ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)
      })
      return `${padded.join('  ').trimEnd()}\n`
    })
    .join('')
}

/** A row for each item: of each column its heading, and what stands below it. `more` are the last rows. */
export function toTableOf<T>(
  items: readonly T[],
  columns: readonly (readonly [TableColumn, (item: T) => string])[],
  more: readonly (readonly string[])[] = [],
): string {
  const rows = items.map((item) => columns.map(([, read]) => read(item)))
  return toTable(
    columns.map(([heading]) => heading),
    [...rows, ...more],
  )
}

/** One line of at most so many characters, for a screen. */
export function cutLine(text: string, most: number): string {
  const line = toVisibleLine(text)
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** Two texts that differ, each in one line: long ones from a little before the first letter in which they do. */
export function cutApart(
  texts: readonly [was: string, is: string],
  most: number,
): readonly [was: string, is: string] {
  const [was, is] = texts.map((text) => [...toVisibleLine(text)]) as [string[], string[]]
  let same = 0
  while (same < was.length && was[same] === is[same]) same++
  const isShort = Math.max(was.length, is.length) <= most
  const from = isShort ? 0 : Math.max(0, same - excerptLead)
  const cut = (letters: readonly string[]) =>
    cutLine(`${from === 0 ? '' : '…'}${letters.slice(from).join('')}`, most)
  return [cut(was), cut(is)]
}

/** For the terminal: nothing in it can control one, or turn the order in which it is read. */
export function toTerminalText(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
}

/** JSON for a file or the terminal. What could control a terminal is escaped, so nothing is lost. */
export function toJsonText(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) =>
    Array.from(
      { length: one.length },
      (_, at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  )
}
