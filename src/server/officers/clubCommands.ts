// What officers can tell the club's command line to do; the same code in the server and beside it.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { clubFileSchema } from '../../domain/clubFile.ts'
import { BackupFault, restoreBackup, writeBackup } from '../backup.ts'
import { exportClubFile } from '../clubFile/export.ts'
import { ClubFileFaults, mostFaults, toLine } from '../clubFile/faults.ts'
import { type ImportResult, type ImportStep, importClubFile, validateClubFile } from '../clubFile/import.ts'
import { openClubFile } from '../clubFile/read.ts'
import { listTenants, type TenantRow } from '../db/club/clubRows.ts'
import { listEvents, type StoredEvent } from '../db/events/event.ts'
import type { Services } from '../services.ts'
import { runBallots } from './ballots.ts'
import {
  type ClubCommandContext,
  type CommandContext,
  type EventCommandContext,
  fileOptions,
  type OptionName,
  options,
  Refused,
  UsageFault,
} from './command.ts'
import { runJobs } from './jobs.ts'
import { runJudges } from './judges.ts'
import { runOrders } from './orders.ts'
import { runReceipts } from './receipts.ts'
import { runReconcile } from './reconcile.ts'
import { runResults } from './results.ts'
import { runVoters } from './voters.ts'

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

For one event, by the id in its address (with --tenant SLUG where there are several clubs):

  voters EVENT                            how many ballots are open, used and void
      --create N       makes N new ballots           --page FILE   a page to print, a card with a QR code each
      --void UUID      ends a ballot; its votes count no longer
      --reissue UUID   ends it and makes a new one
  judges EVENT                            the judges and what they may judge on
      --add ID [--name NAME] [--phone +15555550141] [--form FORM]
      --links [--judge ID] [--page FILE]  new links that verify once, on the page with QR codes
      --revoke ID                         sheets of this judge that have not arrived are refused
  results EVENT [--csv FILE] [--json FILE]
      votes by class and scores by weight, ties, missing and late sheets marked; counted twice
  ballots EVENT --paper --number N --votes "101 204" [--voter UUID]
  ballots EVENT --paper --from FILE       paper ballots; FILE is a CSV table: number,votes,voter
  receipts EVENT [--code XXXX-XXXX]       every stored ballot and sheet as a line of JSON, for auditors

For one club (with --tenant SLUG where there are several):

  orders [--find TEXT] [--state STATE] [--since DAY] [--until DAY] [--csv FILE] [--json FILE]
      what was ordered, newest first; TEXT is a part of a name or of an e-mail address
  orders NUMBER [--json FILE]             one order with its whole history
      --receipt                           mails its receipt again
      --refund --reason TEXT [--lines "1 2"] [--yes]
                                          gives back all, or some lines; the buyer reads the reason
      --decide --reason TEXT [--lines "1 2"]
                                          after money went back at the provider or by the bank: takes back
                                          what was sold in these lines, or in none
  reconcile [--since DAY] [--json FILE]   money without goods, goods without money, the card provider's books
                                          beside the club's, and disputes; docs/money.md says what to do
  jobs                                    mails and messages that were given up after their last try
  jobs NUMBER --retry                     tries it again
  jobs NUMBER --drop --reason TEXT        gives it up, and forgets what it carried

The file's format is told in docs/club-file.md. The command works on DATA_DIR or DATABASE_URL, also while
the server runs.
`

type Command = {
  readonly flags: readonly OptionName[]
} & (
  | { readonly takes: 'file' | 'nothing'; run(context: CommandContext): Promise<number> }
  | { readonly takes: 'club'; run(context: ClubCommandContext): Promise<number> }
  | { readonly takes: 'event'; run(context: EventCommandContext): Promise<number> }
)

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error))
  }
}

const commands: Readonly<Record<string, Command>> = {
  import: { takes: 'file', flags: ['tenant', 'prune', 'overwrite'], run: runImport },
  validate: { takes: 'file', flags: [], run: runValidate },
  export: { takes: 'file', flags: ['tenant', 'secrets'], run: runExport },
  clubs: { takes: 'nothing', flags: [], run: runClubs },
  schema: { takes: 'nothing', flags: [], run: runSchema },
  backup: { takes: 'file', flags: ['tenant'], run: runBackup },
  restore: { takes: 'file', flags: ['replace'], run: runRestore },
  voters: { takes: 'event', flags: ['create', 'page', 'void', 'reissue'], run: runVoters },
  judges: {
    takes: 'event',
    flags: ['add', 'name', 'phone', 'form', 'links', 'judge', 'page', 'revoke'],
    run: runJudges,
  },
  results: { takes: 'event', flags: ['json', 'csv'], run: runResults },
  ballots: { takes: 'event', flags: ['paper', 'number', 'votes', 'voter', 'from'], run: runBallots },
  receipts: { takes: 'event', flags: ['code'], run: runReceipts },
  orders: {
    takes: 'club',
    flags: [
      'find',
      'state',
      'since',
      'until',
      'csv',
      'json',
      'receipt',
      'refund',
      'decide',
      'lines',
      'reason',
      'yes',
    ],
    run: runOrders,
  },
  reconcile: { takes: 'club', flags: ['since', 'json'], run: runReconcile },
  jobs: { takes: 'club', flags: ['retry', 'drop', 'reason'], run: runJobs },
}

/** The server has its own working folder, so the words that name files get whole paths. */
export function toWholePaths(args: readonly string[], resolve: (path: string) => string): string[] {
  let command: string | undefined
  return args.map((arg, index) => {
    const option = findOption(args[index - 1])
    if (option !== undefined) return fileOptions.has(option) ? resolve(arg) : arg
    const [, named, path] = /^--([a-z]+)=(.+)$/.exec(arg) ?? []
    if (named !== undefined && path !== undefined && fileOptions.has(named))
      return `--${named}=${resolve(path)}`
    if (arg.startsWith('-')) return arg
    if (command === undefined) {
      command = arg
      return arg
    }
    return Object.hasOwn(commands, command) && commands[command]?.takes === 'file' ? resolve(arg) : arg
  })
}

/** The option to which the next word belongs. */
function findOption(word: string | undefined): string | undefined {
  const name = word?.startsWith('--') ? word.slice(2) : ''
  return Object.hasOwn(options, name) && options[name as OptionName].type === 'string' ? name : undefined
}

/** Answers the exit code: 0 done, 1 refused with reasons, 2 not understood. Paths must be absolute. */
export async function runClubCommand(
  services: Services,
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  try {
    const { values: flags, positionals } = parseWords(args)
    const [name, word, ...rest] = positionals
    if (flags.help || name === undefined) {
      print(clubHelp)
      return flags.help ? 0 : 2
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined) throw new UsageFault(`There is no command '${name}'.`)
    const needsWord = command.takes === 'file' || command.takes === 'event'
    if (needsWord && word === undefined) {
      throw new UsageFault(`'${name}' needs ${command.takes === 'file' ? 'a file' : "an event's id"}.`)
    }
    const extra = command.takes === 'nothing' ? word : rest[0]
    if (extra !== undefined) throw new UsageFault(`'${name}' does not know what to do with '${extra}'.`)
    const isOfClub = command.takes === 'event' || command.takes === 'club'
    const known: readonly string[] = isOfClub ? ['tenant', ...command.flags] : command.flags
    for (const flag of Object.keys(options) as OptionName[]) {
      const isGiven = flags[flag] !== undefined && flags[flag] !== false
      if (isGiven && flag !== 'help' && !known.includes(flag)) {
        throw new UsageFault(`'${name}' has no option --${flag}.`)
      }
    }
    if (command.takes !== 'event' && command.takes !== 'club') {
      return await command.run({ services, file: word ?? '', flags, print })
    }
    const tenant = await chooseTenant(services, flags.tenant)
    if (command.takes === 'club') return await command.run({ services, tenant, word, flags, print })
    const event = await chooseEvent(services, tenant, word ?? '')
    return await command.run({ services, tenant, event, flags, print })
  } catch (error) {
    if (error instanceof UsageFault) {
      print(`${error.message}\nnpm run club -- --help says more.\n`)
      return 2
    }
    if (error instanceof ClubFileFaults) {
      printFaults(error, print)
      return 1
    }
    if (error instanceof BackupFault || error instanceof Refused) {
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

/** By the id that stands in its address. */
async function chooseEvent(services: Services, tenant: TenantRow, word: string): Promise<StoredEvent> {
  const events = await services.database.inTenant(tenant.id, (tx) => listEvents(tx, tenant.id))
  const chosen = events.find(({ id }) => String(id) === word)
  if (chosen !== undefined) return chosen
  const names = events.map(({ id, name }) => `  ${id}  ${name}\n`).join('')
  throw new UsageFault(
    `The club ${tenant.slug} has no event ${word}. Its events are:\n${names || '  none\n'}`,
  )
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
