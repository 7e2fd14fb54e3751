// What `npm run club -- --help` prints: what the commands say of themselves.
import { type Command, listWays } from '../officers/command.ts'
import { commands, sections } from './tree.ts'

/** The lines of a command and of its ways, in their order. */
function toLines(command: Command): string {
  const parts = [command.help, ...listWays(command).map(({ help }) => help)]
  return parts.flatMap((part) => (part === undefined ? [] : [`  ${part}`])).join('\n')
}

/** The help of the command that the words name; of all commands if they name none. */
export function toHelp(words: readonly string[]): string {
  const named = words.find((word) => Object.hasOwn(commands, word))
  const own = named === undefined ? undefined : commands[named]
  if (own !== undefined) {
    return `npm run club -- <command>\n\n${toLines(own)}\n\nnpm run club -- --help shows all commands.\n`
  }
  const parts = sections.map(({ about, commands: own }) => about + Object.values(own).map(toLines).join('\n'))
  return `npm run club -- <command>

${parts.join('\n\n')}

A file that exists is replaced only with --overwrite. docs/club-file.md describes the format
of club files. The commands work on DATA_DIR or DATABASE_URL, also while the server runs.
`
}
