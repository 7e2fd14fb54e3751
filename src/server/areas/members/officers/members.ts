// `club -- members`: the members as officers see them, and what officers change of them, by the word behind it.
import type { ClubCommandContext, OptionName } from '../../../officers/command.ts'
import { runWordWay, type WordWay } from '../../../officers/ways.ts'
import { importMembers } from './incoming/memberImport.ts'
import { endSignIns, restore, suspend } from './memberAccess.ts'
import { addMember } from './memberAdd.ts'
import { changeLife, changeModerator, changeType, extend, tag, untag } from './memberChanges.ts'
import { exportMembers, showMembers } from './memberList.ts'

const filters = ['find', 'type', 'tag', 'expired', 'moderators', 'children', 'suspended'] as const

const list: WordWay = { words: [], allowed: [...filters, 'csv', 'json', 'overwrite'], run: showMembers }

const ways: Readonly<Record<string, WordWay>> = {
  add: {
    words: [],
    allowed: [
      ...(['first', 'last', 'email', 'type', 'until', 'since', 'phone', 'partner'] as const),
      ...(['address', 'city', 'state', 'zip', 'country', 'tag'] as const),
    ],
    run: addMember,
  },
  type: { words: ['MEMBER', 'TYPE'], allowed: [], run: changeType },
  extend: { words: ['MEMBER'], allowed: ['years', 'until', 'yes'], run: extend },
  life: { words: ['MEMBER', 'on|off'], allowed: ['until', 'yes'], run: changeLife },
  tag: { words: ['MEMBER', 'TAG'], allowed: [], run: tag },
  untag: { words: ['MEMBER', 'TAG'], allowed: [], run: untag },
  moderator: { words: ['MEMBER', 'on|off'], allowed: [], run: changeModerator },
  suspend: { words: ['MEMBER'], allowed: [], run: suspend },
  restore: { words: ['MEMBER'], allowed: [], run: restore },
  'end-sign-ins': { words: ['MEMBER'], allowed: [], run: endSignIns },
  export: { words: [], allowed: [...filters, 'out', 'overwrite'], run: exportMembers },
  import: {
    words: ['FILE'],
    allowed: ['map', 'dry-run', 'update', 'default-type', 'until', 'dates', 'csv', 'overwrite'],
    run: importMembers,
  },
}

export const memberOptions: readonly OptionName[] = [
  ...new Set([list, ...Object.values(ways)].flatMap(({ allowed }) => allowed)),
]

export function runMembers(context: ClubCommandContext): Promise<number> {
  return runWordWay(context, { command: 'members', things: 'members', plain: list, ways })
}
