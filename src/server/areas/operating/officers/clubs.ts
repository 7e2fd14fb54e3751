// `club -- clubs`: which there are; and removes one, after a backup of it.
import { BackupFault } from '../../../backup/lines.ts'
import { foreseeRemoval, type Removal, removeClub } from '../../../backup/removal.ts'
import { chooseTenant, findClubName, listRunningClubs } from '../../../officers/chooseClub.ts'
import { type Command, CommandRefused, instanceWay } from '../../../officers/command.ts'
import { flag, newFile, text, UsageFault } from '../../../officers/options.ts'
import { writeFileOf } from '../../../officers/outputFile.ts'
import { right, toCountText, toList, toTable, toVisibleLine } from '../../../officers/words.ts'
import { toBackupText, toLostText } from './fileWords.ts'

export const clubsCommand = {
  takes: 'instance',
  things: 'clubs',
  alone: instanceWay({
    help: 'clubs                                   lists the clubs',
    async run({ services, print }) {
      const rows: string[][] = []
      for (const club of await listRunningClubs(services)) {
        rows.push([club.slug, await findClubName(services, club), String(club.id), club.uuid])
      }
      print(
        rows.length === 0
          ? 'There is no club yet.\n'
          : toTable(['Club', 'Name', right('Number'), 'UUID'], rows),
      )
    },
  }),
  byWord: {
    remove: instanceWay({
      words: { slug: text },
      options: {
        backup: newFile,
        'dry-run': flag,
        yes: flag,
        'without-missing': flag,
      },
      help: `clubs remove SLUG --backup FILE [--dry-run|--yes]
      Backs the club up into FILE, then removes it with all that it has here, also while the server runs.
      'restore FILE' brings it back. --without-missing goes on where pictures or files are lost already.`,
      check(given) {
        if (given.backup !== undefined || given['dry-run']) return
        throw new UsageFault("'clubs remove' needs --backup FILE, where the club is kept.")
      },
      async run({ services, overwrite, print }, { slug, backup: path = '', yes, ...given }) {
        const tenant = await chooseTenant(services, slug, [])
        const name = toVisibleLine(await findClubName(services, tenant))
        if (!yes) {
          print(
            `This removes the club ${slug} (${name}):\n${toRemovalText(await foreseeRemoval(services, tenant))}`,
          )
          if (given['dry-run']) return print('Dry run, nothing was changed.\n')
          throw new CommandRefused('Nothing was changed. The same command with --yes does it.')
        }
        const removal = await writeFileOf(path, () =>
          removeClub(services, tenant, {
            path,
            isNew: !overwrite,
            takes(backup) {
              print(`${toBackupText(backup)} in ${path}.\n`)
              if (backup.missing.length === 0) return
              print(toLostText(backup, services.config))
              if (!given['without-missing']) throw new BackupFault('Nothing was removed.')
            },
          }),
        )
        print(`The club ${slug} (${name}) is removed:\n${toRemovalText(removal)}`)
        print(`npm run club -- restore ${path} brings it back.\n`)
      },
    }),
  },
} as const satisfies Command

const shownTables = [
  ['member', 'member'],
  ['event', 'event'],
  ['entry', 'car'],
  ['purchase_order', 'order'],
  ['ballot', 'ballot'],
  ['sheet', 'score sheet'],
] as const

function toRemovalText({ rows, files, sharedFiles }: Removal): string {
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0)
  const told = shownTables.flatMap(([table, noun]) => {
    const count = rows.get(table) ?? 0
    return count === 0 ? [] : [toCountText(count, noun)]
  })
  const among = told.length === 0 ? '' : `, among them ${toList(told)}`
  const stay = `  ${toCountText(sharedFiles, 'file')} ${sharedFiles === 1 ? 'stays' : 'stay'}, because another club has the same\n`
  return `  ${toCountText(all, 'row')}${among}\n  ${toCountText(files, 'file')} that nobody else uses\n${sharedFiles === 0 ? '' : stay}`
}
