// `club -- colours`: the club's colours as typed beside those that people see, with their contrast.

import type { ShownPair } from '../../../domain/theme.ts'
import { getClub } from '../../club/db/club.ts'
import { describeTheme, textTarget } from '../../club/theme.ts'
import type { ClubCommandContext } from '../../officers/command.ts'
import { toTable } from '../../officers/words.ts'

const columns = [
  { heading: 'Where' },
  { heading: 'As given' },
  { heading: 'Contrast', isNumber: true },
  { heading: 'As shown' },
  { heading: 'Contrast', isNumber: true },
]

export async function runColours({ services, tenant, print }: ClubCommandContext): Promise<number> {
  const { portal } = await services.database.inTenant(tenant.id, (tx) => getClub(tx))
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
  return 0
}

function toCells({ background, text, ratio }: ShownPair): string[] {
  const colours = background === '' && text === '' ? 'none' : `${text || 'none'} on ${background || 'none'}`
  return [colours, ratio === null ? '' : ratio.toFixed(1)]
}
