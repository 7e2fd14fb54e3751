// `club -- import`, `validate`, `export`, `backup`, `restore`, and what lists clubs and the file's format.
import { z } from 'zod'
import { isSlug } from '../../../../domain/club.ts'
import { isRecord } from '../../../../domain/isRecord.ts'
import {
  checkBackup,
  readBackupOrigin,
  refuseClosedStorage,
  restoreBackup,
  writeBackup,
} from '../../../backup/backup.ts'
import { toPageAddress } from '../../../club/addresses.ts'
import { exportClubFile } from '../../../clubFile/export.ts'
import { type ClubFileFaults, toLine, type UnwritableClub } from '../../../clubFile/faults.ts'
import type { ClubFormat, Told } from '../../../clubFile/format.ts'
import { type ImportResult, importClubFile, validateClubFile } from '../../../clubFile/import.ts'
import { type ClubFileSource, openClubFile } from '../../../clubFile/read.ts'
import { longestPrintedList, mostClubFileFaults } from '../../../limits/sizes.ts'
import { listRunningClubs, toNames } from '../../../officers/chooseClub.ts'
import {
  type Command,
  CommandRefused,
  clubWay,
  type DataCall,
  instanceWay,
  plainWay,
} from '../../../officers/command.ts'
import { file, flag, newFile, number, text, UsageFault } from '../../../officers/options.ts'
import { writeFileOf } from '../../../officers/outputFile.ts'
import { createProgress } from '../../../officers/progress.ts'
import { toUtcText } from '../../../officers/timeFormat.ts'
import { toCountText, toVisibleLine } from '../../../officers/words.ts'
import { toVersionText } from '../../../process/version.ts'
import { clubsCommand } from './clubs.ts'
import { toBackupText, toLostText, toMissingCount, toMissingText, toThem } from './fileWords.ts'
import { storageCommand } from './storage.ts'

export const createFileCommands = (format: ClubFormat) =>
  ({
    import: {
      takes: 'instance',
      makesData: true,
      help: `import FILE [--tenant SLUG [--new]] [--event N] [--prune] [--yes] [--overwrite] [--dry-run]
      Imports a club file: all of it, or nothing. Importing the same file again changes nothing. A changed
      file changes only what is different in it, and nothing that people made or changed online.
        --tenant     into this club instead of the one that the file names; with --new as a new club
        --event N    only this event of the file, with all that is below it; nothing else is compared
        --prune      lists what is no longer in the file; with --yes removes it. A list that is not in the file
                     stays as it is
        --yes        with --prune; for other days of an event of which people have something, and for two published
                     events of one name on one day; and for a second club where no setting says which one is meant
                     without a name
        --overwrite  when a field was changed in the file and online, the file wins
        --dry-run    says what would change, what would not be taken and why, and who would be told`,
      alone: instanceWay({
        words: { file },
        options: {
          ...{ tenant: text, new: flag, event: number('The number of the event') },
          ...{ prune: flag, overwrite: flag, yes: flag, 'dry-run': flag },
        },
        check({ event, new: isNew }) {
          if (event !== undefined && isNew) throw new UsageFault('--event does not go with --new.')
        },
        async look(settings, { file: path }) {
          await openClubFile(path, settings)
        },
        async run({ services, print }, { file: path, 'dry-run': isDry, yes: isSure, event, ...options }) {
          const source = await openClubFile(path, services.config)
          await checkNewName(services, source, options)
          if (!isDry && !isSure && !options.new) await refuseSecondClub(services, source, options.tenant)
          const { tenant = null, prune, overwrite } = options
          const only = event === undefined ? undefined : { field: 'events', id: event }
          const how = { tenant, prune, overwrite, only, isDry, isSure }
          const onProgress = createProgress(print)
          const result = await importClubFile(format, services, source, { ...how, onProgress })
          printImport(result, { isPruned: prune, isDry: isDry || result.isAsking }, print)
          if (result.isAsking) {
            const removal = result.removed > 0 ? [`It would remove ${result.removedKinds}`] : []
            const reasons = [...removal, ...result.asks.map(toVisibleLine)].join('. ')
            throw new CommandRefused(
              `${reasons}. Nothing was changed. The same command with --yes does all of it.`,
            )
          }
          if (isDry) return print('Dry run, nothing was changed.\n')
          await printAddress(services, result, print)
        },
      }),
    },
    validate: {
      takes: 'no-data',
      help: 'validate FILE                           says what is wrong in a club file; changes nothing',
      alone: plainWay({
        words: { file },
        async run({ print }, { file: path }) {
          const source = await openClubFile(path)
          const { records, warnings } = await validateClubFile(
            format,
            source,
            Date.now(),
            createProgress(print),
          )
          if (warnings.length > 0) print(`${warningsTitle}\n`)
          printList(warnings.map(toLine), print, mostClubFileFaults)
          print(`The file has no faults: ${toCountText(records.length, 'record')}.\n`)
        },
      }),
    },
    export: {
      takes: 'club',
      help: `export FILE [--tenant SLUG] [--secrets] [--without-missing]
                                          writes a club into a file, with its pictures beside it;
                                          --secrets adds the secrets of ballots and the gate's codes`,
      alone: clubWay({
        words: { file: newFile },
        options: { secrets: flag, 'without-missing': flag },
        async run({ services, tenant, overwrite, print }, { file: path, secrets, ...given }) {
          const options = { secrets, isNew: !overwrite }
          await refuseClosedStorage(services)
          const { count, missing } = await writeFileOf(path, () =>
            exportClubFile(format, services, tenant, path, options),
          )
          print(`The club ${tenant.slug} is in ${path}: ${toCountText(count, 'record')}.\n`)
          if (missing === 0) return 0
          print(toMissingText(missing, services.config, `The export is without ${toThem(missing)}.`))
          return given['without-missing'] ? 0 : 1
        },
      }),
    },
    clubs: clubsCommand,
    storage: storageCommand,
    schema: {
      takes: 'no-data',
      help: "schema                                  prints the club file's format as a JSON schema",
      alone: plainWay({
        async run({ print }) {
          const written = z.toJSONSchema(format.schema, {
            io: 'input',
            unrepresentable: 'any',
            override: ({ jsonSchema }) => {
              if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false
            },
          })
          print(`${JSON.stringify(written, null, 2)}\n`)
        },
      }),
    },
    backup: {
      takes: 'instance',
      // it stands before an update: also where the program is new already
      worksOnTables: 'older',
      help: `backup FILE [--tenant SLUG] [--without-missing]
      Everything, or one club, in one file. It is written and the exit code is 1 if pictures or files are
      missing in DATA_DIR; with --without-missing the code is 0.`,
      alone: instanceWay({
        words: { file: newFile },
        options: { tenant: text, 'without-missing': flag },
        async run({ services, overwrite, print }, { file: path, tenant = null, ...given }) {
          const saved = await writeFileOf(path, () => writeBackup(services, path, tenant, !overwrite))
          print(`${toBackupText(saved)} in ${path}.\n`)
          if (saved.missing.length === 0) return 0
          print(toLostText(saved, services.config))
          return given['without-missing'] ? 0 : 1
        },
      }),
    },
    restore: {
      takes: 'instance',
      makesData: true,
      help: 'restore FILE [--replace]                restores a backup; --replace lets it replace clubs',
      alone: instanceWay({
        words: { file },
        options: { replace: flag },
        look: (settings, { file: path }) => checkBackup(settings, path),
        async run({ services, print }, { file: path, replace }) {
          const { madeAt, version, commit = null } = await readBackupOrigin(services.config, path)
          const by = version === undefined ? '' : ` by version ${toVersionText({ version, commit })}`
          print(`This backup was made on ${toUtcText(madeAt)}${by}.\n`)
          const restored = await restoreBackup(services, path, replace)
          print(`${toBackupText(restored)} restored. Restart the server if it is running.\n`)
          if (restored.missing.length > 0) {
            print(`${toMissingCount(restored.missing.length)} missing when the backup was made.\n`)
          }
        },
      }),
    },
  }) as const satisfies Readonly<Record<string, Command>>

/** A mistyped name must not become a second club. */
async function checkNewName(
  services: DataCall['services'],
  { json }: ClubFileSource,
  { tenant: slug, new: isNew }: { tenant: string | undefined; new: boolean },
): Promise<void> {
  if (slug === undefined) {
    if (isNew) throw new UsageFault('--new needs --tenant SLUG, the short name of the new club.')
    return
  }
  if (!isSlug(slug)) {
    throw new UsageFault(
      `A club cannot have the short name '${slug}': it has small letters, digits and single hyphens, and is no reserved name.`,
    )
  }
  const club = isRecord(json) && isRecord(json.club) ? json.club : {}
  if (isNew || slug === club.slug) return
  const tenants = await listRunningClubs(services)
  if (tenants.some((tenant) => tenant.slug === slug)) return
  throw new CommandRefused(
    `There is no club '${slug}' here. There are: ${toNames(tenants)}. Nothing was changed. With --new the file becomes a new club with this short name.`,
  )
}

/** Where one club alone is meant without a name, a second one would take that away from it. */
async function refuseSecondClub(
  services: DataCall['services'],
  { json }: ClubFileSource,
  tenant: string | undefined,
): Promise<void> {
  const { hostDomain, defaultTenant } = services.config
  if (hostDomain !== null || defaultTenant !== null) return
  const club = isRecord(json) && isRecord(json.club) ? json.club : {}
  const slug = tenant ?? club.slug
  const [only, ...others] = await listRunningClubs(services)
  if (only === undefined || others.length > 0 || only.slug === slug) return
  throw new CommandRefused(
    `The file makes a second club, '${slug}'. Until now addresses that name no club lead to ${only.slug}; with two clubs they would lead nowhere, and so would its printed links. Set DEFAULT_TENANT=${only.slug} and restart first, or HOST_DOMAIN. Nothing was changed. The same command with --yes makes the club all the same.`,
  )
}

const warningsTitle = 'Please look again, this is perhaps not meant:'

function printImport(
  result: ImportResult,
  { isPruned, isDry }: { isPruned: boolean; isDry: boolean },
  print: (text: string) => void,
): void {
  const { tenant, isNew, told, created, changed, unchanged, removed, warnings } = result
  const removal = isPruned
    ? `${isDry ? 'Would be removed' : 'Removed'}, because they are no longer in the file:`
    : 'No longer in the file (--prune removes them):'
  const parts = [
    [isDry ? 'STOPS HERE without --yes:' : 'Done, because of --yes:', result.asks],
    [warningsTitle, warnings],
    [isDry ? 'Would be created:' : 'Created:', isNew ? [] : result.made],
    [isDry ? 'Would be changed:' : 'Changed:', result.changes],
    [removal, result.gone],
    ['The file does not have these lists, so nothing of them is removed ([] empties one):', result.absent],
    ['Made here and not in the file, so that it stays:', isNew ? [] : result.stays],
    [isDry ? 'Would be left as it is online:' : 'Left as it is online:', result.left],
    [isDry ? 'Would be told:' : 'Will be told in some minutes:', told.map(toToldLine)],
  ] as const
  for (const [title, lines] of parts) {
    if (lines.length > 0) print(`${title}\n`)
    printList(lines, print)
  }
  const counts = [`${created} created`, `${changed} changed`, `${unchanged} unchanged`, `${removed} removed`]
  print(`${isNew ? 'The new club' : 'The club'} ${tenant.slug}: ${counts.join(', ')}.\n`)
}

function toToldLine({ what, people, who }: Told): string {
  const whom =
    who === 'members'
      ? toCountText(people, 'member')
      : toCountText(people, 'phone that follows', 'phones that follow')
  return `${what} (${whom})`
}

function printList(
  lines: readonly string[],
  print: (text: string) => void,
  most: number = longestPrintedList,
): void {
  for (const line of lines.slice(0, most)) print(`  ${toVisibleLine(line)}\n`)
  if (lines.length > most) print(`  and ${lines.length - most} more\n`)
}

/** Where the club is. With a second club, a name is needed where none was before. */
async function printAddress(
  services: DataCall['services'],
  { tenant, isNew }: ImportResult,
  print: (text: string) => void,
): Promise<void> {
  const { config } = services
  print(`Its address is ${toPageAddress(config, tenant, '/portal')}.\n`)
  if (!isNew || config.hostDomain !== null || config.defaultTenant !== null) return
  const clubs = await listRunningClubs(services)
  if (clubs.length < 2) return
  print(
    `There are ${clubs.length} clubs now: ${toNames(clubs)}. Set DEFAULT_TENANT to the one that is meant where an address names none, or HOST_DOMAIN.\n`,
  )
}

export function printFaults({ faults }: ClubFileFaults, print: (text: string) => void): void {
  const many = faults.length === 1 ? 'One thing is' : `${faults.length} things are`
  print(`${many} wrong in the file; nothing was changed.\n`)
  printList(faults.map(toLine), print, mostClubFileFaults)
}

export function printUnwritable({ faults }: UnwritableClub, print: (text: string) => void): void {
  const many = faults.length === 1 ? 'One value of the club does' : `${faults.length} values of the club do`
  print(`${many} not fit into a club file; nothing was written.\n`)
  const lines = faults.map(({ place, message }) => `${place} ${message}`)
  printList(lines, print, mostClubFileFaults)
}
