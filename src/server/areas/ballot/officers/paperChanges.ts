// `club -- ballots --paper --void`, `--restore` and `--correct`: changes a paper ballot, with a reason.

import { paperNumber } from '../../../contest/officers/paperNumber.ts'
import { eventWay } from '../../../officers/command.ts'
import { flag, naming, reason } from '../../../officers/options.ts'
import * as acts from './paperActs.ts'
import { paper as paperOption, readVotes, toPaperText, toVotesText, votesOptions } from './paperInput.ts'

const given = {
  ...paperOption,
  reason: reason('A paper ballot is changed only with a --reason, which is stored with it.'),
}

export const voidPaperWay = eventWay({
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
})

export const restorePaperWay = eventWay({
  options: { restore: naming(paperNumber), ...given },
  help: `ballots EVENT --paper --restore N --reason TEXT
                                          counts a void paper again`,
  async run({ act, print }, { restore: paper, reason: why }) {
    const { votes } = await act(acts.restorePaper, { paper, reason: why })
    print(`Paper ${paper} counts again, with ${toVotesText(votes)}.\n`)
  },
})

export const correctPaperWay = eventWay({
  options: { correct: naming(paperNumber), ...given, ...votesOptions, yes: flag },
  help: 'ballots EVENT --paper --correct N --votes "102" --reason TEXT',
  async run({ act, print }, { correct: paper, reason: why, yes, ...typed }) {
    const wish = { paper, reason: why, yes, votes: readVotes(paper, typed) }
    const { understood, before, after } = await act(acts.correctPaper, wish)
    print(toPaperText(understood))
    print(`Paper ${paper} is corrected: ${toVotesText(before)} became ${toVotesText(after)}.\n`)
  },
})
