// `club -- ballots --paper`: what somebody voted on paper, entered by an officer and counted with the others.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { uuid } from '../../contract/shapes.ts'
import { findBallotFault, findVoteClass, toVotes } from '../../domain/ballot.ts'
import { enterPaperBallot } from '../db/contest/paperBallot.ts'
import { readEntries } from '../events/eventPack.ts'
import { type EventCommandContext, Refused, UsageFault } from './command.ts'
import { readCsv } from './csv.ts'

interface Paper {
  /** Printed or written on the paper, so that the same sheet entered again is known. */
  number: string
  /** The voter whose link is on the paper; null for a paper of its own. */
  voter: string | null
  votes: string[]
}

export async function runBallots(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  if (!flags.paper) throw new UsageFault("'ballots' needs --paper.")
  const papers =
    flags.from === undefined
      ? [toPaper(flags.number, flags.voter, flags.votes)]
      : await readPapers(flags.from)
  const outcome = await services.database.inTenant(tenant.id, async (tx) => {
    const { entries } = await readEntries(tx, services, tenant, event.id)
    const entered = { counted: 0, known: 0 }
    for (const paper of papers) {
      const votes = toVotes(paper.votes)
      const fault = findBallotFault(entries.classes, event.votes_per_class, votes)
      if (fault?.kind === 'bad-vote') {
        throw new Refused(`Paper ${paper.number}: ${fault.vote} is no car of a class of this event.`)
      }
      if (fault?.kind === 'too-many-votes') {
        throw new Refused(
          `Paper ${paper.number}: more than ${fault.votesPerClass} cars are chosen in class ${fault.carClass}.`,
        )
      }
      const result = await enterPaperBallot(tx, tenant.id, event.id, {
        key: toPaperKey(tenant.uuid, event.id, paper.number),
        voter: paper.voter,
        votes: votes.map((number) => ({
          number,
          carClass: findVoteClass(entries.classes, number) ?? 0,
        })),
        at: new Date(services.now()),
      })
      if (result === 'used') {
        throw new Refused(
          `Paper ${paper.number} was counted before with other votes, or its voter has voted.`,
        )
      }
      if (result === 'no-voter') throw new Refused(`Paper ${paper.number}: there is no such open ballot.`)
      if (result === 'known') entered.known += 1
      else entered.counted += 1
    }
    return entered
  })
  print(`${outcome.counted} paper ballots are counted.\n`)
  if (outcome.known > 0) print(`${outcome.known} were counted before, and count once.\n`)
  return 0
}

/** The same paper gives the same key: a UUID made of club, event and the paper's number. */
function toPaperKey(tenantUuid: string, eventId: number, number: string): string {
  const hex = createHash('sha256').update(`paper ${tenantUuid} ${eventId} ${number}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function toPaper(number: string | undefined, voter: string | undefined, votes: string | undefined): Paper {
  if (number === undefined || !/^[A-Za-z0-9-]{1,32}$/.test(number)) {
    throw new UsageFault('A paper ballot needs --number: what is written on it, letters, digits and hyphens.')
  }
  if (voter !== undefined && voter !== '' && !uuid.safeParse(voter).success) {
    throw new UsageFault(`Paper ${number}: a voter is named by the UUID in the link.`)
  }
  const cars = (votes ?? '').split(/[\s,;]+/).filter((vote) => vote !== '')
  return { number, voter: voter === undefined || voter === '' ? null : voter.toLowerCase(), votes: cars }
}

/** A table with the columns number, votes and perhaps voter; the cars of a paper are apart by spaces. */
async function readPapers(file: string): Promise<Paper[]> {
  const [header, ...rows] = readCsv(await readText(file))
  const place = (name: string) => header?.findIndex((cell) => cell.toLowerCase() === name) ?? -1
  const columns = { number: place('number'), votes: place('votes'), voter: place('voter') }
  if (columns.number === -1 || columns.votes === -1) {
    throw new UsageFault('The first line of the table must name the columns: number,votes,voter.')
  }
  return rows.map((row) => toPaper(row[columns.number], row[columns.voter], row[columns.votes]))
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new UsageFault(`The file ${file} cannot be read.`)
  }
}
