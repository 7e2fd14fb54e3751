// How commands write counts and what other people typed.
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

export interface Column {
  readonly heading: string
  readonly isNumber?: boolean
}

/** Rows below their headings. No cell can begin a new line. */
export function toTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const cells = [columns.map(({ heading }) => heading), ...rows.map((row) => row.map(toVisibleLine))]
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)))
  return cells
    .map((row) => {
      const padded = columns.map(({ isNumber }, at) =>
        isNumber ? (row[at] ?? '').padStart(widths[at] ?? 0) : (row[at] ?? '').padEnd(widths[at] ?? 0),
      )
      return `${padded.join('  ').trimEnd()}\n`
    })
    .join('')
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
