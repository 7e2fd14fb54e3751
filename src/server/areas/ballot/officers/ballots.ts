// `club -- ballots --paper`: enters paper ballots, lists them, and changes them with a reason.

import { hasLink, type PaperChange, type StoredPaper } from '../../../contest/db/paperBallot.ts'
import { paperNumber } from '../../../contest/officers/paperNumber.ts'
import { type Command, CommandRefused, type EventCall, eventWay } from '../../../officers/command.ts'
import { toCsv } from '../../../officers/csv.ts'
import { type LineFault, printLineFaults, printLineNotes } from '../../../officers/inputFile.ts'
import { file, flag, naming, newFile, reason, text } from '../../../officers/options.ts'
import type { TableFinding } from '../../../officers/table.ts'
import { readTableFile } from '../../../officers/tableFile.ts'
import { createCellTimeFormat, createTimeFormat, type TimeFormat } from '../../../officers/timeFormat.ts'
import { toCountText, toHeadings, toTableOf, toVisibleLine } from '../../../officers/words.ts'
import * as acts from './paperActs.ts'
import {
  type PaperTable,
  paperOption,
  readPapers,
  readVoter,
  readVotes,
  toPaperText,
  toVotesText,
  votesOptions,
} from './paperInput.ts'

const given = {
  ...paperOption,
  reason: reason('A paper ballot is changed only with a --reason, which is stored with it.'),
}

export const ballotsCommand: Command = {
  takes: 'event',
  help: `ballots EVENT --paper --number N --votes "101 204" [--voter UUID]
  ballots EVENT --paper --from FILE [--sheet NAME]
                                          paper ballots; FILE is a CSV or Excel table: number,votes,voter
      --empty                             instead of --votes, for a paper on which nothing is chosen
      --yes                               counts a vote for a number that no car has`,
  alone: {
    called: 'ballots --paper',
    byOption: {
      list: eventWay({
        options: { list: flag, ...paperOption, csv: newFile, json: newFile },
        help: `ballots EVENT --paper --list [--csv FILE] [--json FILE]
                                          all paper ballots, with every change of each`,
        async run({ act, event, save, print }, { csv, json }) {
          const papers = await act(acts.listPapers)
          const isSaved = await save({ json, csv }, toCountText(papers.length, 'paper ballot'), {
            json: () => papers.map(toFile),
            csv: () => toPapersCsv(papers, createCellTimeFormat(event.time_zone)),
          })
          if (isSaved) return
          const isVoid = papers.filter(({ voidedAt }) => voidedAt !== null).length
          const counts = `${papers.length - isVoid} counted, ${isVoid} void`
          print(
            `Paper ballots of ${toVisibleLine(event.name)}: ${counts}. Times are in ${event.time_zone}.\n`,
          )
          print(toPapersTable(papers, createTimeFormat(event.time_zone)))
        },
      }),
      void: eventWay({
        options: { void: naming(paperNumber), ...given },
        help: 'ballots EVENT --paper --void N --reason TEXT',
        async run({ act, event, print }, { void: paper, reason: why }) {
          const ballot = await act(acts.voidPaper, { paper, reason: why })
          print(`Paper ${paper} is void; its votes are not counted any more.\n`)
          if (ballot !== undefined) {
            print(
              `The link on it is void too. If the voter may vote again, voters ${event.id} --reissue ${ballot} makes a new ballot. After that the paper cannot be restored.\n`,
            )
          }
        },
      }),
      restore: eventWay({
        options: { restore: naming(paperNumber), ...given },
        help: `ballots EVENT --paper --restore N --reason TEXT
                                          counts a void paper again`,
        async run({ act, print }, { restore: paper, reason: why }) {
          const { votes } = await act(acts.restorePaper, { paper, reason: why })
          print(`Paper ${paper} counts again, with ${toVotesText(votes)}.\n`)
        },
      }),
      correct: eventWay({
        options: { correct: naming(paperNumber), ...given, ...votesOptions, yes: flag },
        help: 'ballots EVENT --paper --correct N --votes "102" --reason TEXT',
        async run({ act, print }, { correct: paper, reason: why, yes, ...typed }) {
          const wish = { paper, reason: why, yes, votes: readVotes(paper, typed) }
          const { understood, before, after } = await act(acts.correctPaper, wish)
          print(toPaperText(understood))
          print(`Paper ${paper} is corrected: ${toVotesText(before)} became ${toVotesText(after)}.\n`)
        },
      }),
      from: eventWay({
        options: { from: naming(file), sheet: text, ...paperOption, yes: flag },
        async run(call, { from, sheet, yes }) {
          const table = readPapers(await readTableFile(from, { sheet }))
          await enter(call, table, { yes, isTable: true })
        },
      }),
      number: eventWay({
        options: { number: naming(paperNumber), ...paperOption, ...votesOptions, voter: text, yes: flag },
        run(call, { number, yes, voter, ...typed }) {
          const one = { line: 0, number, voter: readVoter(number, voter), votes: readVotes(number, typed) }
          return enter(call, { papers: [one], faults: [], notes: [] }, { yes, isTable: false })
        },
      }),
    },
  },
}

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

/** All of them, or none. */
async function enter(
  { act, explain, print }: EventCall,
  { papers, faults, notes }: PaperTable,
  { yes, isTable }: { yes: boolean; isTable: boolean },
): Promise<void> {
  const done = await act(acts.enterPapers, { papers, yes, isFaulty: faults.length > 0 })
  const { counted, known } = done
  const toLines = (findings: readonly TableFinding[]): LineFault[] =>
    findings.map(({ line, column, finding }) => {
      return { line, column, message: explain({ code: 'in-table', details: finding }) }
    })
  printLineNotes(toLines(notes), print)
  const refused = done.refused.map(({ line, refusal }) => ({
    ...{ line, column: '' },
    message: explain(refusal),
  }))
  if (refused.length + faults.length > 0) {
    if (!isTable) {
      throw new CommandRefused(`${refused.map(({ message }) => message).join(' ')} Nothing was changed.`)
    }
    printLineFaults([...toLines(faults), ...refused], print)
    throw new CommandRefused('Nothing was changed. Correct the file and enter it again.')
  }
  for (const paper of done.papers) print(toPaperText(paper))
  print(`${toCountText(counted, 'paper ballot')} ${counted === 1 ? 'is' : 'are'} counted.\n`)
  if (known > 0) {
    print(
      known === 1
        ? '1 was counted before and is not counted again.\n'
        : `${known} were counted before and are not counted again.\n`,
    )
  }
}
