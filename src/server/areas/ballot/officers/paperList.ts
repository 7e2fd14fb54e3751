// `club -- ballots --paper --list`: every paper ballot with all that happened to it.
import { hasLink, listPapers, type PaperChange, type StoredPaper } from '../../../contest/db/paperBallot.ts'
import type { EventCommandContext } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { writeOutput } from '../../../officers/outputFile.ts'
import { createCellTimeFormat, createTimeFormat, type TimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toJsonText, toTable, toVisibleLine } from '../../../officers/words.ts'
import { toVotesText } from './paperInput.ts'

export async function showPapers(context: EventCommandContext): Promise<number> {
  const { services, tenant, event, flags, print } = context
  const found = await services.database.inTenant(tenant.id, (tx) => listPapers(tx, event.id))
  const papers = found.sort((a, b) =>
    (a.number ?? '~').localeCompare(b.number ?? '~', 'en', { numeric: true }),
  )
  if (flags.json !== undefined) {
    await writeOutput(flags, flags.json, `${toJsonText(papers.map(toFile), 2)}\n`)
    print(`${toCountText(papers.length, 'paper ballot')} in ${flags.json}.\n`)
  }
  if (flags.csv !== undefined) {
    await writeOutput(flags, flags.csv, toPapersCsv(papers, createCellTimeFormat(event.time_zone)))
    print(`${toCountText(papers.length, 'paper ballot')} in ${flags.csv}.\n`)
  }
  if (flags.json !== undefined || flags.csv !== undefined) return 0
  const isVoid = papers.filter(({ voidedAt }) => voidedAt !== null).length
  const counts = `${papers.length - isVoid} counted, ${isVoid} void`
  print(`Paper ballots of ${toVisibleLine(event.name)}: ${counts}. Times are in ${event.time_zone}.\n`)
  if (papers.length > 0) print(toPapersTable(papers, createTimeFormat(event.time_zone)))
  return 0
}

/** A paper with changes has a line for each below it. */
function toPapersTable(papers: readonly StoredPaper[], toMoment: TimeFormat): string {
  const columns = ['Number', 'Votes', 'State', 'Ballot', 'Entered'].map((heading) => ({ heading }))
  const lines = toTable(
    columns,
    papers.map((paper) => [
      paper.number ?? 'not known',
      toVotesText(paper.votes),
      toState(paper),
      hasLink(paper) ? `Ballot ${paper.voterId}` : '-',
      toMoment(paper.enteredAt),
    ]),
  ).split('\n')
  const [heading = '', ...rows] = lines
  const text = papers.map(
    ({ changes }, at) =>
      `${rows[at]}\n${changes
        .slice(1)
        .map((change) => `    ${toChangeText(change, toMoment)}\n`)
        .join('')}`,
  )
  return `${heading}\n${text.join('')}`
}

function toChangeText({ what, votes, reason, at }: PaperChange, toMoment: TimeFormat): string {
  const now = what === 'corrected' ? `, now ${toVotesText(votes)}` : ''
  return `${what} ${toMoment(at)}${now}: ${toVisibleLine(reason)}`
}

function toState({ voidedAt }: StoredPaper): string {
  return voidedAt === null ? 'counted' : 'void'
}

function toFile(paper: StoredPaper) {
  const { number, votes, enteredAt, changes } = paper
  const ballot = hasLink(paper) ? paper.voterId : null
  return { number, state: toState(paper), votes, ballot, enteredAt, history: changes }
}

function toPapersCsv(papers: readonly StoredPaper[], toMoment: TimeFormat): string {
  const header = ['number', 'votes', 'state', 'ballot', 'entered', 'last change', 'changed', 'reason']
  const rows = papers.map((paper) => {
    const last = paper.changes.slice(1).at(-1)
    return [
      paper.number ?? '',
      paper.votes.join(' '),
      toState(paper),
      hasLink(paper) ? paper.voterId : '',
      toMoment(paper.enteredAt),
      last?.what ?? '',
      last === undefined ? '' : toMoment(last.at),
      last?.reason ?? '',
    ]
  })
  return toCsv([header, ...rows])
}
