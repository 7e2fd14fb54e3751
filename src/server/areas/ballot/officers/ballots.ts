// `club -- ballots --paper`: enters paper ballots, lists them, and changes them with a reason.

import { paperNumber } from '../../../contest/officers/paperNumber.ts'
import { type Command, CommandRefused, type EventCall, eventWay } from '../../../officers/command.ts'
import { printLineFaults } from '../../../officers/inputFile.ts'
import { file, flag, naming, text } from '../../../officers/options.ts'
import { toCountText } from '../../../officers/words.ts'
import { enterPapers } from './paperActs.ts'
import { correctPaperWay, restorePaperWay, voidPaperWay } from './paperChanges.ts'
import {
  type PaperTable,
  paper as paperOption,
  readPapers,
  readVoter,
  readVotes,
  toPaperText,
  votesOptions,
} from './paperInput.ts'
import { showPapers } from './paperList.ts'

const enterOne = eventWay({
  options: { number: naming(paperNumber), ...paperOption, ...votesOptions, voter: text, yes: flag },
  run(call, { number, yes, voter, ...typed }) {
    const one = { line: 0, number, voter: readVoter(number, voter), votes: readVotes(number, typed) }
    return enter(call, { papers: [one], faults: [] }, { yes, isTable: false })
  },
})

const enterTable = eventWay({
  options: { from: naming(file), ...paperOption, yes: flag },
  async run(call, { from, yes }) {
    await enter(call, await readPapers(from), { yes, isTable: true })
  },
})

/** All of them, or none. */
async function enter(
  { act, explain, print }: EventCall,
  { papers, faults }: PaperTable,
  { yes, isTable }: { yes: boolean; isTable: boolean },
): Promise<void> {
  const done = await act(enterPapers, { papers, yes, isFaulty: faults.length > 0 })
  const { counted, known } = done
  const refused = done.refused.map(({ line, refusal }) => ({
    ...{ line, column: '' },
    message: explain(refusal),
  }))
  if (refused.length + faults.length > 0) {
    if (!isTable) {
      throw new CommandRefused(`${refused.map(({ message }) => message).join(' ')} Nothing was changed.`)
    }
    printLineFaults([...faults, ...refused], print)
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

export const ballotsCommand: Command = {
  takes: 'event',
  help: `ballots EVENT --paper --number N --votes "101 204" [--voter UUID]
  ballots EVENT --paper --from FILE       paper ballots; FILE is a CSV table: number,votes,voter
      --empty                             instead of --votes, for a paper on which nothing is chosen
      --yes                               counts a vote for a number that no car has`,
  alone: {
    called: 'ballots --paper',
    byOption: {
      list: showPapers,
      void: voidPaperWay,
      restore: restorePaperWay,
      correct: correctPaperWay,
      from: enterTable,
      number: enterOne,
    },
  },
}
