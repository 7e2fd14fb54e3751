// `club -- members`: the members as officers see them, and what officers change of them, by the word behind it.
import { type ClubCommandContext, type OptionName, options, UsageFault } from '../command.ts'
import { toList } from '../words.ts'
import { importMembers } from './incoming/memberImport.ts'
import { endSignIns, restore, suspend } from './memberAccess.ts'
import { addMember } from './memberAdd.ts'
import { changeModerator, changeType, extend, tag, untag } from './memberChanges.ts'
import { exportMembers, showMembers } from './memberList.ts'

interface Way {
  /** What stands behind the way's name, as the help writes it. */
  readonly words: readonly string[]
  readonly allowed: readonly OptionName[]
  run(context: ClubCommandContext): Promise<number>
}

const filters = ['find', 'type', 'tag', 'expired', 'moderators', 'children', 'suspended'] as const

const list: Way = { words: [], allowed: [...filters, 'csv', 'json', 'overwrite'], run: showMembers }

const ways: Readonly<Record<string, Way>> = {
  add: {
    words: [],
    allowed: [
      ...(['first', 'last', 'email', 'type', 'until', 'since', 'phone', 'partner'] as const),
      ...(['address', 'city', 'state', 'zip', 'country', 'tag'] as const),
    ],
    run: addMember,
  },
  type: { words: ['MEMBER', 'TYPE'], allowed: [], run: changeType },
  extend: { words: ['MEMBER'], allowed: ['years', 'until'], run: extend },
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

/** Each way finds its own words in `moreWords`. */
export async function runMembers(context: ClubCommandContext): Promise<number> {
  const { word, moreWords, flags } = context
  const way = word === undefined ? list : Object.hasOwn(ways, word) ? ways[word] : undefined
  if (way === undefined) {
    throw new UsageFault(
      `'members' has no way '${word}'. It has ${toList(Object.keys(ways))}; alone it lists the members.`,
    )
  }
  const name = word === undefined ? 'members' : `members ${word}`
  const usage = [name, ...way.words].join(' ')
  const missing = way.words[moreWords.length]
  if (missing !== undefined) throw new UsageFault(`'${name}' needs ${missing}: ${usage}`)
  const extra = moreWords[way.words.length]
  if (extra !== undefined) {
    throw new UsageFault(`'${usage}' does not know what to do with '${extra}'. Put a name in quotes.`)
  }
  for (const option of Object.keys(options) as OptionName[]) {
    const isGiven = flags[option] !== undefined && flags[option] !== false
    if (isGiven && option !== 'tenant' && !way.allowed.includes(option)) {
      throw new UsageFault(`'${name}' has no option --${option}.`)
    }
  }
  return way.run(context)
}
