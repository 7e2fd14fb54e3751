// Paper ballots as officers type them, and as a table holds them.
import { uuid } from '../../../../contract/shapes.ts'
import { toCarText } from '../../../contest/officers/carNames.ts'
import { paperNumber } from '../../../contest/officers/paperNumber.ts'
import { type LineFault, readTextFile } from '../../../officers/inputFile.ts'
import { flag, needed, text, UsageFault } from '../../../officers/options.ts'
import { listLostCells, readTable, type TableRow, unendedQuote } from '../../../officers/table.ts'
import type { Paper, UnderstoodPaper } from './paperActs.ts'

/** In a table, the votes of a paper that has none. On the screen too. */
const emptyWord = 'empty'

/** Each way to use the command is about papers. */
export const paperOption = { paper: needed(flag, "'ballots' needs --paper.") }

/** How an officer types the votes of a paper. */
export const votesOptions = { votes: text, empty: flag }

/** No vote at all is rare, so the officer must say that it is meant. */
export function readVotes(number: string, { votes, empty }: { votes: string | undefined; empty: boolean }) {
  const cars = toCars(votes ?? '')
  if (empty && cars.length > 0) throw new UsageFault('--empty is for a paper without votes.')
  if (!empty && cars.length === 0) {
    throw new UsageFault(`Paper ${number} has no votes. If nothing is chosen on it, say so with --empty.`)
  }
  return cars
}

export interface PaperTable {
  readonly papers: readonly Paper[]
  readonly faults: readonly LineFault[]
}

const columnNames = ['number', 'votes', 'voter'] as const

/** A table with the columns number, votes and perhaps voter. Spaces separate the cars of a paper. */
export async function readPapers(file: string): Promise<PaperTable> {
  const rows = readTable(await readTextFile(file))
  if ('faultLine' in rows) {
    return { papers: [], faults: [{ line: rows.faultLine, column: '', message: unendedQuote }] }
  }
  const [head = { line: 1, cells: [] }, ...body] = rows
  const headings = head.cells.map((cell) => cell.toLowerCase())
  if (!headings.includes('number') || !headings.includes('votes')) {
    const message = `the first line must name the columns: ${columnNames.join(',')}.`
    return { papers: [], faults: [{ line: head.line, column: '', message }] }
  }
  const faults: LineFault[] = headings.flatMap((heading, at) => {
    if (heading === '') return []
    const message = !columnNames.some((name) => name === heading)
      ? `is no column of a table of papers, which has ${columnNames.join(',')}. Remove it.`
      : headings.indexOf(heading) < at
        ? 'is there twice. Remove one.'
        : ''
    return message === '' ? [] : [{ line: head.line, column: head.cells[at] ?? '', message }]
  })
  const papers: Paper[] = []
  for (const row of body) {
    const before = faults.length
    for (const cell of listLostCells(head, row)) {
      const message = `'${cell}' stands in a column without a heading. The votes of a paper stand in one cell, with spaces between them.`
      faults.push({ line: row.line, column: '', message })
    }
    const paper = readRow(row, headings, faults)
    if (paper !== undefined && faults.length === before) papers.push(paper)
  }
  return { papers, faults }
}

/** Undefined after a fault. */
function readRow({ line, cells }: TableRow, headings: string[], faults: LineFault[]): Paper | undefined {
  const take = <T>(column: (typeof columnNames)[number], read: (cell: string) => T): T | undefined => {
    try {
      return read(cells[headings.indexOf(column)] ?? '')
    } catch (error) {
      if (!(error instanceof UsageFault)) throw error
      faults.push({ line, column, message: error.message })
      return undefined
    }
  }
  const number = take('number', (cell) => paperNumber.read(cell, 'number'))
  if (number === undefined) return undefined
  const votes = take('votes', (cell) => readVotesCell(number, cell))
  const voter = take('voter', (cell) => readVoter(number, cell))
  return votes === undefined || voter === undefined ? undefined : { line, number, voter, votes }
}

function readVotesCell(number: string, cell: string): string[] {
  if (cell.toLowerCase() === emptyWord) return []
  const votes = toCars(cell)
  if (votes.length > 0) return votes
  throw new UsageFault(
    `Paper ${number} has no votes. If nothing is chosen on it, write ${emptyWord} as its votes.`,
  )
}

function toCars(text: string): string[] {
  return text.split(/[\s,;]+/).filter((vote) => vote !== '')
}

export function readVoter(number: string, voter: string | undefined): string | null {
  if (voter === undefined || voter === '') return null
  if (uuid.safeParse(voter).success) return voter.toLowerCase()
  throw new UsageFault(`Paper ${number}: the voter must be the UUID from the link.`)
}

export function toVotesText(votes: readonly string[]): string {
  return votes.length === 0 ? emptyWord : votes.join(' ')
}

/** "Paper 20: 101, 1912 Ford Model T, R. Amsel": what the officer compares with the paper. */
export function toPaperText({ number, cars }: UnderstoodPaper): string {
  const named = cars.map((car) => toCarText(car.number, car))
  return `Paper ${number}: ${named.length === 0 ? emptyWord : named.join('; ')}\n`
}
