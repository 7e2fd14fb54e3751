// The tables and calendars that officers bring in.
import { readFile, stat } from 'node:fs/promises'
import {
  largestTableMegabytes,
  longestPrintedLine,
  longestPrintedList,
  mostLinesPerNote,
} from '../limits/sizes.ts'
import { CommandRefused, type PlainCall } from './command.ts'
import { UsageFault } from './options.ts'
import { toList, toVisibleLine } from './words.ts'

/** How many bytes the file has. */
export async function requireInputFile(file: string, mostMegabytes: number): Promise<number> {
  const found = await stat(file).catch(() => undefined)
  if (found === undefined || !found.isFile()) throw new UsageFault(`There is no file ${file}.`)
  if (found.size > mostMegabytes * 2 ** 20) {
    throw new CommandRefused(`The file has more than ${mostMegabytes} MB. Nothing was changed.`)
  }
  return found.size
}

export async function readTextFile(file: string, mostMegabytes = largestTableMegabytes): Promise<string> {
  await requireInputFile(file, mostMegabytes)
  const bytes = await readFile(file)
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandRefused(
      'The file is not written in UTF-8. In a spreadsheet, save it as "CSV UTF-8". Nothing was changed.',
    )
  }
}

/** Something wrong in the file, with what the officer can do. One fault, and nothing is taken. */
export interface LineFault {
  readonly line: number
  /** The name of the column or of the property; '' for the whole line. */
  readonly column: string
  readonly message: string
  /** All lines with it are named, however many. */
  readonly isWhole?: boolean
}

type Print = PlainCall['print']

export function printLineFaults(faults: readonly LineFault[], print: Print): void {
  print(`${faults.length === 1 ? 'One thing is' : `${faults.length} things are`} wrong in the file:\n`)
  const lines = faults
    .toSorted((a, b) => a.line - b.line)
    .map(({ line, column, message }) => `line ${line}${column === '' ? '' : `, ${column}`}: ${message}`)
  printLines(lines, print)
}

/** What is the same in several lines is said once. */
export function printLineNotes(notes: readonly LineFault[], print: Print): void {
  if (notes.length === 0) return
  print('Please note:\n')
  const same = Map.groupBy(
    notes.toSorted((a, b) => a.line - b.line),
    ({ column, message }) => `${column}\n${message}`,
  )
  const items = [...same.values()].map((group) => {
    const [{ column, message, isWhole } = { column: '', message: '' }] = group
    const lines = [...new Set(group.map(({ line }) => line))]
    const where = isWhole === true ? toAllLinesText(lines) : toLinesText(lines)
    return `${where}${column === '' ? '' : `, ${column}`}: ${message}`
  })
  printLines(items, print)
}

/** "line 3", "lines 3 and 5", "lines 3, 5, 7, 8, 9 and 12 more". */
export function toLinesText(lines: readonly number[]): string {
  const named = lines.slice(0, lines.length > mostLinesPerNote + 1 ? mostLinesPerNote : lines.length)
  const more = named.length < lines.length ? [`${lines.length - named.length} more`] : []
  return `${lines.length === 1 ? 'line' : 'lines'} ${toList([...named.map(String), ...more])}`
}

/** "lines 3, 5 to 9 and 12", of lines in order. */
function toAllLinesText(lines: readonly number[]): string {
  const spans: { from: number; to: number }[] = []
  for (const line of lines) {
    const last = spans.at(-1)
    if (last?.to === line - 1) last.to = line
    else spans.push({ from: line, to: line })
  }
  const named = spans.flatMap(({ from, to }) =>
    to - from < 2 ? [...new Set([from, to])].map(String) : [`${from} to ${to}`],
  )
  return `${lines.length === 1 ? 'line' : 'lines'} ${toList(named)}`
}

/** Indented. A line end within an item begins a line of its own. */
export function printLines(items: readonly string[], print: Print): void {
  for (const item of items.slice(0, longestPrintedList)) {
    print(
      item
        .split('\n')
        .map((part) => `  ${toVisibleIndented(toShortLine(part))}\n`)
        .join(''),
    )
  }
  if (items.length > longestPrintedList) print(`  and ${items.length - longestPrintedList} more\n`)
}

function toShortLine(text: string): string {
  return text.length > longestPrintedLine ? `${text.slice(0, longestPrintedLine)}…` : text
}

function toVisibleIndented(text: string): string {
  const indent = /^ */.exec(text)?.[0] ?? ''
  return indent + toVisibleLine(text)
}
