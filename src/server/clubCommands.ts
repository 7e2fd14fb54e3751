// What officers can tell the club's command line to do; the same code in the server and beside it.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { clubFileSchema } from '../domain/clubFile.ts'
import { BackupFault, restoreBackup, writeBackup } from './backup.ts'
import { exportClubFile } from './clubFile/export.ts'
import { ClubFileFaults, mostFaults, toLine } from './clubFile/faults.ts'
import { type ImportResult, type ImportStep, importClubFile, validateClubFile } from './clubFile/import.ts'
import { openClubFile } from './clubFile/read.ts'
import { listTenants, type TenantRow } from './db/clubRows.ts'
import type { Services } from './handler.ts'

export const clubHelp = `npm run club -- <command>

  import FILE [--tenant SLUG] [--prune] [--overwrite]
      Brings a club file in: all of it, or nothing. The same file again changes nothing; a changed file
      changes what has changed in it, and nothing that people made or changed online.
        --tenant     into this club instead of the one that the file names
        --prune      lists and removes imported records that are in the file no longer
        --overwrite  where the file and somebody online changed the same field, the file wins
  validate FILE                           tells what is wrong in a club file, and changes nothing
  export FILE [--tenant SLUG] [--secrets] writes a club into a file, its pictures beside it;
                                          --secrets adds the ballots' secrets
  clubs                                   lists the clubs
  schema                                  prints the club file's format as a JSON schema
  backup FILE [--tenant SLUG]             everything, or one club, in one file
  restore FILE [--replace]                puts a backup back; --replace allows it to replace clubs

The file's format is told in docs/club-file.md. The command works on DATA_DIR or DATABASE_URL, also while
the server runs.
`

/** The command was not understood; the message says why. */
class UsageFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageFault'
  }
}

const options = {
  tenant: { type: 'string' },
  prune: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  secrets: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

interface Command {
  readonly takesFile: boolean
  readonly flags: readonly (keyof typeof options)[]
  run(context: CommandContext): Promise<number>
}

interface CommandContext {
  readonly services: Services
  readonly file: string
  readonly flags: Flags
  print(text: string): void
}

type Flags = ReturnType<typeof parseWords>['values']

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error))
  }
}

const commands: Readonly<Record<string, Command>> = {
  import: { takesFile: true, flags: ['tenant', 'prune', 'overwrite'], run: runImport },
  validate: { takesFile: true, flags: [], run: runValidate },
  export: { takesFile: true, flags: ['tenant', 'secrets'], run: runExport },
  clubs: { takesFile: false, flags: [], run: runClubs },
  schema: { takesFile: false, flags: [], run: runSchema },
  backup: { takesFile: true, flags: ['tenant'], run: runBackup },
  restore: { takesFile: true, flags: ['replace'], run: runRestore },
}

/** Answers the exit code: 0 done, 1 refused with reasons, 2 not understood. Paths must be absolute. */
export async function runClubCommand(
  services: Services,
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  try {
    const { values: flags, positionals } = parseWords(args)
    const [name, file, ...rest] = positionals
    if (flags.help || name === undefined) {
      print(clubHelp)
      return flags.help ? 0 : 2
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined) throw new UsageFault(`There is no command '${name}'.`)
    if (command.takesFile && file === undefined) throw new UsageFault(`'${name}' needs a file.`)
    const extra = command.takesFile ? rest[0] : file
    if (extra !== undefined) throw new UsageFault(`'${name}' does not know what to do with '${extra}'.`)
    for (const flag of Object.keys(options) as (keyof typeof options)[]) {
      const isGiven = flags[flag] !== undefined && flags[flag] !== false
      if (isGiven && flag !== 'help' && !command.flags.includes(flag)) {
        throw new UsageFault(`'${name}' has no option --${flag}.`)
      }
    }
    return await command.run({ services, file: file ?? '', flags, print })
  } catch (error) {
    if (error instanceof UsageFault) {
      print(`${error.message}\nnpm run club -- --help says more.\n`)
      return 2
    }
    if (error instanceof ClubFileFaults) {
      printFaults(error, print)
      return 1
    }
    if (error instanceof BackupFault) {
      print(`${error.message}\n`)
      return 1
    }
    throw error
  }
}

async function runImport({ services, file, flags, print }: CommandContext): Promise<number> {
  const source = await openClubFile(file)
  const result = await importClubFile(services, source, {
    tenant: flags.tenant ?? null,
    prune: flags.prune,
    overwrite: flags.overwrite,
    tellProgress: createProgress(print),
  })
  printImport(result, flags.prune, print)
  return 0
}

function printImport(result: ImportResult, isPruned: boolean, print: (text: string) => void): void {
  const { tenant, isNew, created, changed, unchanged, removed, gone, kept } = result
  if (gone.length > 0) {
    print(
      isPruned
        ? `Removed, because they are in the file no longer:\n`
        : `Imported before, but in the file no longer (--prune removes them):\n`,
    )
    printList(gone, print)
  }
  if (kept.length > 0) {
    print('Left as people made it online:\n')
    printList(kept, print)
  }
  const counts = [`${created} created`, `${changed} changed`, `${unchanged} unchanged`, `${removed} removed`]
  print(`${isNew ? 'The new club' : 'The club'} ${tenant.slug}: ${counts.join(', ')}.\n`)
}

const longestList = 500

function printList(lines: readonly string[], print: (text: string) => void): void {
  for (const line of lines.slice(0, longestList)) print(`  ${line}\n`)
  if (lines.length > longestList) print(`  and ${lines.length - longestList} more\n`)
}

async function runValidate({ file, print }: CommandContext): Promise<number> {
  const records = await validateClubFile(await openClubFile(file), createProgress(print))
  print(`The file is right: ${records.length} records.\n`)
  return 0
}

async function runExport({ services, file, flags, print }: CommandContext): Promise<number> {
  const tenant = await chooseTenant(services, flags.tenant)
  const count = await exportClubFile(services, tenant, file, { secrets: flags.secrets })
  print(`The club ${tenant.slug} is in ${file}: ${count} records.\n`)
  return 0
}

async function runClubs({ services, print }: CommandContext): Promise<number> {
  const tenants = await services.database.asOwner((tx) => listTenants(tx))
  if (tenants.length === 0) print('There is no club yet.\n')
  for (const { id, slug, uuid } of tenants) print(`${String(id).padStart(4)}  ${uuid}  ${slug}\n`)
  return 0
}

async function runSchema({ print }: CommandContext): Promise<number> {
  print(
    `${JSON.stringify(z.toJSONSchema(clubFileSchema, { io: 'input', unrepresentable: 'any' }), null, 2)}\n`,
  )
  return 0
}

async function runBackup({ services, file, flags, print }: CommandContext): Promise<number> {
  const { clubs, rows, files } = await writeBackup(services, file, flags.tenant ?? null)
  print(`${toNames(clubs)}: ${rows} rows and ${files} files are in ${file}.\n`)
  return 0
}

async function runRestore({ services, file, flags, print }: CommandContext): Promise<number> {
  const { clubs, rows, files } = await restoreBackup(services, file, flags.replace)
  print(`${toNames(clubs)}: ${rows} rows and ${files} files are back. Restart the server if it runs.\n`)
  return 0
}

function toNames(clubs: readonly string[]): string {
  return clubs.length === 0 ? 'No club' : clubs.join(', ')
}

async function chooseTenant(services: Services, slug: string | undefined): Promise<TenantRow> {
  const tenants = await services.database.asOwner((tx) => listTenants(tx))
  const names = tenants.map((tenant) => tenant.slug).join(', ')
  if (slug === undefined && tenants.length > 1)
    throw new UsageFault(`Say which club with --tenant: ${names}.`)
  const chosen = slug === undefined ? tenants[0] : tenants.find((tenant) => tenant.slug === slug)
  if (chosen === undefined) {
    throw new UsageFault(slug === undefined ? 'There is no club yet.' : `There is no club '${slug}' here.`)
  }
  return chosen
}

function printFaults({ faults }: ClubFileFaults, print: (text: string) => void): void {
  const many = faults.length === 1 ? 'One thing is' : `${faults.length} things are`
  print(`${many} wrong in the file; nothing was changed.\n`)
  for (const fault of faults.slice(0, mostFaults)) print(`  ${toLine(fault)}\n`)
  if (faults.length > mostFaults) print(`  and ${faults.length - mostFaults} more\n`)
}

/** Marks a line that says how far a command is, for a bar; it is no text for people. */
const progressMark = '\u0001'

const stepNames: Readonly<Record<ImportStep, string>> = {
  pictures: 'Pictures',
  passwords: 'Passwords',
  records: 'Records',
}

function createProgress(
  print: (text: string) => void,
): (step: ImportStep, done: number, all: number) => void {
  let last = ''
  return (step, done, all) => {
    const percent = all === 0 ? 100 : Math.floor((done / all) * 100)
    const line = `${progressMark}${percent} ${stepNames[step]}\n`
    if (line !== last) print(line)
    last = line
  }
}

export interface Progress {
  readonly percent: number
  readonly label: string
}

/** What a printed line says about how far the command is; undefined when it is text for people. */
export function findProgress(text: string): Progress | undefined {
  const match = /^(\d+) (.*)\n$/.exec(text.startsWith(progressMark) ? text.slice(1) : '')
  return match === null ? undefined : { percent: Number(match[1]), label: match[2] ?? '' }
}
