// Paper ballots as officers type them, and as a table holds them.
import type { InTable } from '../../../../contract/officerFailures.ts'
import { uuid } from '../../../../contract/shapes.ts'
import { removeInvisible } from '../../../../domain/invisible.ts'
import { toCarText } from '../../../contest/officers/carNames.ts'
import { isPaperNumber } from '../../../contest/officers/paperNumber.ts'
import { flag, needed, text, UsageFault } from '../../../officers/options.ts'
import {
  findAside,
  findColumns,
  listLostCells,
  openTable,
  TableColumns,
  type TableFinding,
  type TableRow,
  type TableSource,
} from '../../../officers/table.ts'
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
  readonly faults: readonly TableFinding[]
  /** What was left out. */
  readonly notes: readonly TableFinding[]
}

const columnNames = ['number', 'votes', 'voter'] as const
type ColumnName = (typeof columnNames)[number]

/** A table with the columns number, votes and perhaps voter. Spaces separate the cars of a paper. */
export function readPapers(source: TableSource): PaperTable {
  const opened = openTable(source, findHead)
  if ('fault' in opened) {
    const what = opened.fault === 'no-headings' ? 'no-paper-headings' : opened.fault
    return { papers: [], faults: [{ line: opened.line, column: '', finding: { what } }], notes: [] }
  }
  return new PaperReading(opened.head).read(opened)
}

function findHead(rows: readonly TableRow[]): TableRow | undefined {
  return rows.find(({ cells }) =>
    ['number', 'votes'].every((name) => cells.some((cell) => findName(cell) === name)),
  )
}

function findName(heading: string): ColumnName | undefined {
  return columnNames.find((name) => name === removeInvisible(heading).trim().toLowerCase())
}

class PaperReading extends TableColumns<ColumnName> implements PaperTable {
  readonly papers: Paper[] = []
  readonly faults: TableFinding[] = []
  readonly notes: TableFinding[] = []

  constructor(head: TableRow) {
    const { places, unused, doubles } = findColumns(head, findName)
    super(head, places)
    const { line } = head
    for (const column of unused) this.faults.push({ line, column, finding: { what: 'paper-column' } })
    for (const { heading } of doubles) {
      this.faults.push({ line, column: heading, finding: { what: 'column-twice' } })
    }
  }

  read({ rows, above }: { rows: readonly TableRow[]; above: readonly TableRow[] }): PaperTable {
    for (const row of above) this.#note(row, 'above-headings')
    for (const row of rows) {
      const aside = findAside(this.head, row)
      if (aside !== undefined) this.#note(row, aside)
      else this.#readRow(row)
    }
    return this
  }

  #note({ line, cells }: TableRow, what: 'above-headings' | 'headings-again' | 'no-record'): void {
    const text = cells.filter((cell) => cell !== '').join(', ')
    this.notes.push({ line, column: '', finding: what === 'headings-again' ? { what } : { what, text } })
  }

  #readRow(row: TableRow): void {
    const { line } = row
    const before = this.faults.length
    const refuse = (column: string, finding: InTable) => this.faults.push({ line, column, finding })
    for (const text of listLostCells(this.head, row)) refuse('', { what: 'lost-vote', text })
    const number = removeInvisible(this.cell(row, 'number'))
    if (!isPaperNumber(number)) {
      refuse('number', { what: 'no-paper-number' })
      return
    }
    const typed = removeInvisible(this.cell(row, 'votes'))
    const votes = typed.toLowerCase() === emptyWord ? [] : toCars(typed)
    if (votes.length === 0 && typed.toLowerCase() !== emptyWord)
      refuse('votes', { what: 'no-votes', paper: number })
    const voter = removeInvisible(this.cell(row, 'voter')).toLowerCase()
    if (voter !== '' && !uuid.safeParse(voter).success) refuse('voter', { what: 'no-voter', paper: number })
    if (this.faults.length === before)
      this.papers.push({ line, number, voter: voter === '' ? null : voter, votes })
  }
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
