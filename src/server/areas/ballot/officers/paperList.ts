// `club -- ballots --paper --list`: every paper ballot with all that happened to it.
import { hasLink, type PaperChange, type StoredPaper } from '../../../contest/db/paperBallot.ts'
import { eventWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { flag, newFile } from '../../../officers/options.ts'
import { createCellTimeFormat, createTimeFormat, type TimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toHeadings, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import { listPapers } from './paperActs.ts'
import { paper, toVotesText } from './paperInput.ts'

export const showPapers = eventWay({
  options: { list: flag, ...paper, csv: newFile, json: newFile },
  help: `ballots EVENT --paper --list [--csv FILE] [--json FILE]
                                          all paper ballots, with every change of each`,
  async run({ act, event, save, print }, { csv, json }) {
    const papers = await act(listPapers)
    const isSaved = await save({ json, csv }, toCountText(papers.length, 'paper ballot'), {
      json: () => papers.map(toFile),
      csv: () => toPapersCsv(papers, createCellTimeFormat(event.time_zone)),
    })
    if (isSaved) return
    const isVoid = papers.filter(({ voidedAt }) => voidedAt !== null).length
    const counts = `${papers.length - isVoid} counted, ${isVoid} void`
    print(`Paper ballots of ${toVisibleLine(event.name)}: ${counts}. Times are in ${event.time_zone}.\n`)
    print(toPapersTable(papers, createTimeFormat(event.time_zone)))
  },
})

/** A paper with changes has a line for each below it. */
function toPapersTable(papers: readonly StoredPaper[], toMoment: TimeFormat): string {
  const table = toTableOf(papers, [
    ['Number', ({ number }) => number ?? 'not known'],
    ['Votes', ({ votes }) => toVotesText(votes)],
    ['State', toState],
    ['Ballot', (paper) => (hasLink(paper) ? `Ballot ${paper.voterId}` : '-')],
    ['Entered', ({ enteredAt }) => toMoment(enteredAt)],
  ])
  const changes = [[], ...papers.map((paper) => paper.changes.slice(1))]
  return table.replace(/[^\n]+\n/g, (line) => {
    const made = changes.shift() ?? []
    return line + made.map((change) => `    ${toChangeText(change, toMoment)}\n`).join('')
  })
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
  const header = toHeadings('number, votes, state, ballot, entered, last change, changed, reason')
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
