// `club -- colours`: the club's colours as typed beside those that people see, with their contrast.

import type { ShownPair } from '../../../domain/theme.ts'
import { getClub } from '../../club/db/club.ts'
import { describeTheme, textTarget } from '../../club/theme.ts'
import { type Command, clubWay } from '../../officers/command.ts'
import { right, toTable } from '../../officers/words.ts'

const columns = ['Where', 'As given', right('Contrast'), 'As shown', right('Contrast')]

export const coloursCommand: Command = {
  takes: 'club',
  alone: clubWay({
    help: "colours                                 the club's colours as given beside those that people see",
    async run({ act, print }) {
      const { portal } = await act(getClub)
      const { header, button, accent } = describeTheme(portal)
      print(
        toTable(columns, [
          ['Header', ...toCells(header.given), ...toCells(header.shown)],
          ['Button', ...toCells(button.given), ...toCells(button.shown)],
          ['Links', '', '', ...toCells(accent)],
        ]),
      )
      print(
        `Text needs a contrast of ${textTarget.normal}. What has less is shown in a darker or lighter shade.\n`,
      )
    },
  }),
}

function toCells({ background, text, ratio }: ShownPair): string[] {
  const colours = background === '' && text === '' ? 'none' : `${text || 'none'} on ${background || 'none'}`
  return [colours, ratio === null ? '' : ratio.toFixed(1)]
}
