// Paper ballots as officers type them, and as a table holds them.
import { uuid } from '../../../../contract/shapes.ts'
import { findBallotFault, findVoteClass, toVotes } from '../../../../domain/ballot.ts'
import type { ClassEntries } from '../../../../domain/event.ts'
import type { PaperVote } from '../../../contest/db/paperBallot.ts'
import { readPaperNumber } from '../../../contest/officers/paperNumber.ts'
import { CommandRefused, type EventCommandContext, UsageFault } from '../../../officers/command.ts'
import { type LineFault, readTextFile } from '../../../officers/inputFile.ts'
import { listLostCells, readTable, type TableRow, unendedQuote } from '../../../officers/table.ts'
import { toList } from '../../../officers/words.ts'

export interface Paper {
  /** Of the table; 0 for a paper that was typed. */
  readonly line: number
  /** Printed or written on the paper. */
  readonly number: string
  /** The voter whose link is on the paper; null for a paper without one. */
  readonly voter: string | null
  readonly votes: readonly string[]
}

/** In a table, the votes of a paper that has none. On the screen too. */
const emptyWord = 'empty'

/** No vote at all is rare, so the officer must say that it is meant. */
export function readVotes(number: string, { votes, empty }: EventCommandContext['flags']): string[] {
  const cars = toCars(votes ?? '')
  if (empty && cars.length > 0) throw new UsageFault('--empty is for a paper without votes.')
  if (!empty && cars.length === 0) {
    throw new UsageFault(`Paper ${number} has no votes. If nothing is chosen on it, say so with --empty.`)
  }
  return cars
}

export function readPaper(flags: EventCommandContext['flags']): Paper {
  const number = readPaperNumber(flags.number)
  return { line: 0, number, voter: readVoter(number, flags.voter), votes: readVotes(number, flags) }
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
  const number = take('number', readPaperNumber)
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

function readVoter(number: string, voter: string | undefined): string | null {
  if (voter === undefined || voter === '') return null
  if (uuid.safeParse(voter).success) return voter.toLowerCase()
  throw new UsageFault(`Paper ${number}: the voter must be the UUID from the link.`)
}

/** The votes as they are stored. Refuses what a ballot of this event cannot hold. */
export function toPaperVotes(
  { number, votes: cars }: Pick<Paper, 'number' | 'votes'>,
  classes: readonly ClassEntries[],
  votesPerClass: number,
): PaperVote[] {
  const votes = toVotes(cars)
  const fault = findBallotFault(classes, votesPerClass, votes)
  if (fault?.kind === 'bad-vote') {
    throw new CommandRefused(`Paper ${number}: ${fault.vote} does not belong to any class of this event.`)
  }
  if (fault?.kind === 'too-many-votes') {
    throw new CommandRefused(
      `Paper ${number}: more than ${fault.votesPerClass} cars are chosen in class ${fault.carClass}.`,
    )
  }
  return votes.map((car) => ({ number: car, carClass: findVoteClass(classes, car) ?? 0 }))
}

/** A number that no car has is a vote like any other, but more often a slip of the keyboard. */
export function refuseUnknownCars(
  number: string,
  votes: readonly PaperVote[],
  classes: readonly ClassEntries[],
): void {
  const unknown = votes
    .map((vote) => vote.number)
    .filter((car) => !classes.some(({ carNumbers }) => carNumbers.includes(car)))
  if (unknown.length === 0) return
  throw new CommandRefused(
    unknown.length === 1
      ? `Paper ${number}: no car has the number ${unknown[0]}. With --yes the vote is counted all the same.`
      : `Paper ${number}: no cars have the numbers ${toList(unknown)}. With --yes the votes are counted all the same.`,
  )
}

export function toVotesText(votes: readonly string[]): string {
  return votes.length === 0 ? emptyWord : votes.join(' ')
}

/** "Paper 20: 101, 1912 Ford Model T, R. Amsel": what the officer compares with the paper. */
export function toPaperText(
  number: string,
  votes: readonly PaperVote[],
  toCar: (car: string) => string,
): string {
  const cars = votes.map((vote) => toCar(vote.number))
  return `Paper ${number}: ${cars.length === 0 ? emptyWord : cars.join('; ')}\n`
}
