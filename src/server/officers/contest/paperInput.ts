// Paper ballots as officers type them, and as a table holds them.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { uuid } from '../../../contract/shapes.ts'
import { findBallotFault, findVoteClass, toVotes } from '../../../domain/ballot.ts'
import type { ClassEntries } from '../../../domain/event.ts'
import type { PaperVote } from '../../db/contest/paperBallot.ts'
import { CommandRefused, type EventCommandContext, UsageFault } from '../command.ts'
import { readCsv } from '../csv.ts'

export interface Paper {
  /** Printed or written on the paper, so that a paper that is entered twice is recognised. */
  readonly number: string
  /** The voter whose link is on the paper; null for a paper without one. */
  readonly voter: string | null
  readonly votes: readonly string[]
}

/** In a table, the votes of a paper that has none. On the screen too. */
export const emptyWord = 'empty'

export function readPaperNumber(number: string | undefined): string {
  if (number !== undefined && /^[A-Za-z0-9-]{1,32}$/.test(number)) return number
  throw new UsageFault('A paper ballot has its number as written on it: letters, digits and hyphens.')
}

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
  if (flags.number === undefined) throw new UsageFault('A paper ballot needs --number, as written on it.')
  const number = readPaperNumber(flags.number)
  return { number, voter: readVoter(number, flags.voter), votes: readVotes(number, flags) }
}

/** A table with the columns number, votes and perhaps voter. Spaces separate the cars of a paper. */
export async function readPapers(file: string): Promise<Paper[]> {
  const [header, ...rows] = readCsv(await readText(file))
  const place = (name: string) => header?.findIndex((cell) => cell.toLowerCase() === name) ?? -1
  const columns = { number: place('number'), votes: place('votes'), voter: place('voter') }
  if (columns.number === -1 || columns.votes === -1) {
    throw new UsageFault('The first line of the table must name the columns: number,votes,voter.')
  }
  return rows.map((row) => {
    const number = readPaperNumber(row[columns.number])
    const text = row[columns.votes] ?? ''
    const votes = text.toLowerCase() === emptyWord ? [] : toCars(text)
    if (votes.length === 0 && text.toLowerCase() !== emptyWord) {
      throw new UsageFault(
        `Paper ${number} has no votes. If nothing is chosen on it, write ${emptyWord} as its votes.`,
      )
    }
    return { number, voter: readVoter(number, row[columns.voter]), votes }
  })
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

/** The same paper gives the same key: a UUID made from club, event and the paper's number. */
export function toPaperKey(tenantUuid: string, eventId: number, number: string): string {
  const hex = createHash('sha256').update(`paper ${tenantUuid} ${eventId} ${number}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function toVotesText(votes: readonly string[]): string {
  return votes.length === 0 ? emptyWord : votes.join(' ')
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new UsageFault(`The file ${file} cannot be read.`)
  }
}
