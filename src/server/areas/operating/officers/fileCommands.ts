// `club -- import`, `validate`, `export`, `backup`, `restore`, and what lists clubs and the file's format.
import { z } from 'zod'
import { isSlug } from '../../../../domain/club.ts'
import { isRecord } from '../../../../domain/isRecord.ts'
import { restoreBackup, writeBackup } from '../../../backup/backup.ts'
import { getClub } from '../../../club/db/club.ts'
import { clubFileSchema } from '../../../clubFile/clubFile.ts'
import { exportClubFile, type UnwritableClub } from '../../../clubFile/export.ts'
import { type ClubFileFaults, toLine } from '../../../clubFile/faults.ts'
import { type ImportResult, importClubFile, validateClubFile } from '../../../clubFile/import.ts'
import { type ClubFileSource, openClubFile } from '../../../clubFile/read.ts'
import { listTenants } from '../../../db/clubRows.ts'
import { longestPrintedList, mostClubFileFaults } from '../../../limits/sizes.ts'
import { chooseTenant } from '../../../officers/chooseClub.ts'
import {
  type CommandContext,
  CommandRefused,
  type PlainContext,
  UsageFault,
} from '../../../officers/command.ts'
import { refuseTakenFiles, writeFileOf } from '../../../officers/outputFile.ts'
import { createProgress } from '../../../officers/progress.ts'
import { type Column, toCountText, toTable, toVisibleLine } from '../../../officers/words.ts'

export async function runImport(context: CommandContext): Promise<number> {
  const { services, file, flags, print } = context
  const source = await openClubFile(file)
  await checkNewName(context, source)
  const result = await importClubFile(services, source, {
    tenant: flags.tenant ?? null,
    prune: flags.prune,
    overwrite: flags.overwrite,
    onProgress: createProgress(print),
  })
  printImport(result, flags.prune, print)
  return 0
}

/** A mistyped name must not become a second club. */
async function checkNewName({ services, flags }: CommandContext, { json }: ClubFileSource): Promise<void> {
  const { tenant: slug } = flags
  if (slug === undefined) {
    if (flags.new) throw new UsageFault('--new needs --tenant SLUG, the short name of the new club.')
    return
  }
  if (!isSlug(slug)) {
    throw new UsageFault(
      `A club cannot have the short name '${slug}': it has small letters, digits and single hyphens, and is no reserved name.`,
    )
  }
  const club = isRecord(json) && isRecord(json.club) ? json.club : {}
  if (flags.new || slug === club.slug) return
  const tenants = await services.database.withoutClub((tx) => listTenants(tx))
  if (tenants.some((tenant) => tenant.slug === slug)) return
  const names = tenants.map((tenant) => tenant.slug).join(', ') || 'none'
  throw new CommandRefused(
    `There is no club '${slug}' here. There are: ${names}. Nothing was changed. With --new the file becomes a new club with this short name.`,
  )
}

function printImport(result: ImportResult, isPruned: boolean, print: (text: string) => void): void {
  const { tenant, isNew, created, changed, unchanged, removed, gone, left, changes } = result
  if (changes.length > 0) {
    print('Changed:\n')
    printList(changes, print)
  }
  if (gone.length > 0) {
    print(
      isPruned
        ? `Removed, because they are no longer in the file:\n`
        : `Imported before, but no longer in the file (--prune removes them):\n`,
    )
    printList(gone, print)
  }
  if (left.length > 0) {
    print('Left as it is online:\n')
    printList(left, print)
  }
  const counts = [`${created} created`, `${changed} changed`, `${unchanged} unchanged`, `${removed} removed`]
  print(`${isNew ? 'The new club' : 'The club'} ${tenant.slug}: ${counts.join(', ')}.\n`)
}

function printList(lines: readonly string[], print: (text: string) => void): void {
  for (const line of lines.slice(0, longestPrintedList)) print(`  ${toVisibleLine(line)}\n`)
  if (lines.length > longestPrintedList) print(`  and ${lines.length - longestPrintedList} more\n`)
}

export async function runValidate({ file, print }: PlainContext): Promise<number> {
  const records = await validateClubFile(await openClubFile(file), createProgress(print))
  print(`The file has no faults: ${toCountText(records.length, 'record')}.\n`)
  return 0
}

export async function runExport({ services, args, file, flags, print }: CommandContext): Promise<number> {
  const tenant = await chooseTenant(services, flags.tenant, args)
  await refuseTakenFiles(flags, [file])
  const options = { secrets: flags.secrets, isNew: !flags.overwrite }
  const count = await writeFileOf(file, () => exportClubFile(services, tenant, file, options))
  print(`The club ${tenant.slug} is in ${file}: ${toCountText(count, 'record')}.\n`)
  return 0
}

export async function runClubs({ services, print }: CommandContext): Promise<number> {
  const tenants = await services.database.withoutClub((tx) => listTenants(tx))
  if (tenants.length === 0) {
    print('There is no club yet.\n')
    return 0
  }
  const rows: string[][] = []
  for (const { id, slug, uuid } of tenants) {
    const { name } = await services.database.inTenant(id, (tx) => getClub(tx))
    rows.push([slug, name, String(id), uuid])
  }
  print(toTable(clubColumns, rows))
  return 0
}

const clubColumns: readonly Column[] = [
  { heading: 'Club' },
  { heading: 'Name' },
  { heading: 'Number', isNumber: true },
  { heading: 'UUID' },
]

export async function runSchema({ print }: PlainContext): Promise<number> {
  const schema = z.toJSONSchema(clubFileSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false
    },
  })
  print(`${JSON.stringify(schema, null, 2)}\n`)
  return 0
}

export async function runBackup({ services, file, flags, print }: CommandContext): Promise<number> {
  await refuseTakenFiles(flags, [file])
  const { clubs, rows, files } = await writeFileOf(file, () =>
    writeBackup(services, file, flags.tenant ?? null, !flags.overwrite),
  )
  print(`${toNames(clubs)}: ${toRowsText(rows, files)} in ${file}.\n`)
  return 0
}

export async function runRestore({ services, file, flags, print }: CommandContext): Promise<number> {
  const { clubs, rows, files } = await restoreBackup(services, file, flags.replace)
  print(`${toNames(clubs)}: ${toRowsText(rows, files)} restored. Restart the server if it is running.\n`)
  return 0
}

function toRowsText(rows: number, files: number): string {
  return `${toCountText(rows, 'row')} and ${toCountText(files, 'file')} are`
}

function toNames(clubs: readonly string[]): string {
  return clubs.length === 0 ? 'No club' : clubs.join(', ')
}

export function printFaults({ faults }: ClubFileFaults, print: (text: string) => void): void {
  const many = faults.length === 1 ? 'One thing is' : `${faults.length} things are`
  print(`${many} wrong in the file; nothing was changed.\n`)
  for (const fault of faults.slice(0, mostClubFileFaults)) print(`  ${toVisibleLine(toLine(fault))}\n`)
  if (faults.length > mostClubFileFaults) print(`  and ${faults.length - mostClubFileFaults} more\n`)
}

export function printUnwritable({ faults }: UnwritableClub, print: (text: string) => void): void {
  const many = faults.length === 1 ? 'One value of the club does' : `${faults.length} values of the club do`
  print(`${many} not fit into a club file; nothing was written.\n`)
  for (const fault of faults.slice(0, mostClubFileFaults))
    print(`  ${toVisibleLine(`${fault.place} ${fault.message}`)}\n`)
  if (faults.length > mostClubFileFaults) print(`  and ${faults.length - mostClubFileFaults} more\n`)
}
