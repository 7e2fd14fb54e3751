// The commands of the officers' command line. The same code runs inside the server and without it.
import { parseArgs } from 'node:util'
import { activityOptions, runActivities } from '../areas/activities/officers.ts'
import { runBallots } from '../areas/ballot/officers/ballots.ts'
import { runVoters } from '../areas/ballot/officers/voters.ts'
import { runColours } from '../areas/club/officers.ts'
import { eventOptions, runEvent } from '../areas/eventOrders/officers/index.ts'
import { runSchedule } from '../areas/events/officers/schedule.ts'
import { mediaOptions, runFiles } from '../areas/files/officers.ts'
import { runJudges } from '../areas/judging/officers/judges.ts'
import { runSheets } from '../areas/judging/officers/sheets.ts'
import { showDues } from '../areas/members/officers/dues.ts'
import { memberOptions, runMembers } from '../areas/members/officers/members.ts'
import { newsletterOptions, runNewsletter } from '../areas/newsletter/officers.ts'
import {
  printFaults,
  printUnwritable,
  runBackup,
  runClubs,
  runExport,
  runImport,
  runRestore,
  runSchema,
  runValidate,
} from '../areas/operating/officers/fileCommands.ts'
import { runJobs } from '../areas/operating/officers/jobs.ts'
import { runOrders } from '../areas/purchases/officers/orders.ts'
import { runReconcile } from '../areas/purchases/officers/reconcile.ts'
import { runAlerts } from '../areas/push/officers/alerts.ts'
import { notifyOptions, runNotify } from '../areas/push/officers/notify.ts'
import { runReceipts } from '../areas/results/officers/receipts.ts'
import { runResults } from '../areas/results/officers/results.ts'
import { rideWays } from '../areas/rides/officers.ts'
import { reportOptions, runReports } from '../areas/social/officers.ts'
import { runStore, storeOptions } from '../areas/store/officers.ts'
import { BackupFault } from '../backup/backup.ts'
import { UnwritableClub } from '../clubFile/export.ts'
import { ClubFileFaults } from '../clubFile/faults.ts'
import { chooseEvent, chooseTenant } from '../officers/chooseClub.ts'
import {
  type ClubCommandContext,
  type CommandContext,
  CommandRefused,
  type EventCommandContext,
  fileOptions,
  NoData,
  type OptionName,
  options,
  type PlainContext,
  UsageFault,
} from '../officers/command.ts'
import { refuseTakenFiles } from '../officers/outputFile.ts'
import type { Services } from '../process/services.ts'
import { toHelp } from './help.ts'

type Command = {
  readonly flags: readonly OptionName[]
  /** Makes the database in an empty data folder. */
  readonly makesData?: true
} & (
  | { readonly takes: 'file' | 'nothing'; readonly needsData?: true; run: Run<CommandContext> }
  | { readonly takes: 'file' | 'nothing'; readonly needsData: false; run: Run<PlainContext> }
  | {
      readonly takes: 'club'
      readonly takesWords?: true
      readonly needsData?: true
      run: Run<ClubCommandContext>
    }
  | { readonly takes: 'event'; readonly needsData?: true; run: Run<EventCommandContext> }
)
type Run<Context> = (context: Context) => Promise<number>

function parseWords(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageFault(error instanceof Error ? error.message : String(error))
  }
}

const commands: Readonly<Record<string, Command>> = {
  import: {
    takes: 'file',
    flags: ['tenant', 'new', 'prune', 'overwrite'],
    makesData: true,
    run: runImport,
  },
  validate: { takes: 'file', flags: [], needsData: false, run: runValidate },
  export: { takes: 'file', flags: ['tenant', 'secrets', 'overwrite'], run: runExport },
  clubs: { takes: 'nothing', flags: [], run: runClubs },
  colours: { takes: 'club', flags: [], run: runColours },
  schema: { takes: 'nothing', flags: [], needsData: false, run: runSchema },
  backup: { takes: 'file', flags: ['tenant', 'overwrite'], run: runBackup },
  restore: { takes: 'file', flags: ['replace'], makesData: true, run: runRestore },
  voters: { takes: 'event', flags: ['create', 'page', 'void', 'reissue', 'overwrite'], run: runVoters },
  judges: {
    takes: 'event',
    flags: ['add', 'name', 'phone', 'form', 'links', 'judge', 'page', 'change', 'revoke', 'overwrite'],
    run: runJudges,
  },
  results: { takes: 'event', flags: ['json', 'csv', 'overwrite'], run: runResults },
  sheets: {
    takes: 'event',
    flags: ['void', 'restore', 'reason', 'judge', 'car', 'csv', 'overwrite'],
    run: runSheets,
  },
  ballots: {
    takes: 'event',
    flags: [
      'paper',
      'number',
      'votes',
      'empty',
      'voter',
      'from',
      'list',
      'void',
      'restore',
      'correct',
      'reason',
      'yes',
      'csv',
      'json',
      'overwrite',
    ],
    run: runBallots,
  },
  schedule: {
    takes: 'event',
    flags: ['from', 'dates', 'after-midnight', 'prune', 'yes'],
    run: runSchedule,
  },
  event: {
    takes: 'event',
    flags: eventOptions,
    run: runEvent,
  },
  notify: { takes: 'event', flags: notifyOptions, run: runNotify },
  receipts: { takes: 'event', flags: ['code', 'json', 'overwrite'], run: runReceipts },
  orders: {
    takes: 'club',
    flags: [
      'find',
      'state',
      'since',
      'until',
      'csv',
      'json',
      'overwrite',
      'receipt',
      'refund',
      'disputed',
      'decide',
      'lines',
      'line',
      'amount',
      'reason',
      'yes',
    ],
    run: runOrders,
  },
  reconcile: { takes: 'club', flags: ['since', 'json', 'overwrite'], run: runReconcile },
  members: { takes: 'club', takesWords: true, flags: memberOptions, run: runMembers },
  reports: {
    takes: 'club',
    takesWords: true,
    flags: reportOptions,
    run: (context) => runReports(context, rideWays),
  },
  activities: { takes: 'club', takesWords: true, flags: activityOptions, run: runActivities },
  files: { takes: 'club', takesWords: true, flags: mediaOptions, run: runFiles },
  store: { takes: 'club', takesWords: true, flags: storeOptions, run: runStore },
  alerts: { takes: 'club', flags: [], run: runAlerts },
  newsletter: { takes: 'club', takesWords: true, flags: newsletterOptions, run: runNewsletter },
  dues: { takes: 'club', flags: ['since', 'until', 'csv', 'overwrite'], run: showDues },
  jobs: { takes: 'club', flags: ['retry', 'drop', 'reason'], run: runJobs },
}

/** By command and way: which of the words behind the way names a file. */
const wordsWithFile: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  members: { import: 1 },
  files: { add: 1, replace: 2 },
}

/** The server has another working folder, so words that name files become absolute paths. */
export function toWholePaths(args: readonly string[], resolve: (path: string) => string): string[] {
  let command: string | undefined
  /** Behind the command: the first names the way. */
  const words: string[] = []
  // from which space a vendor moves
  const namesFile = (option: string) =>
    fileOptions.has(option) && !(option === 'from' && args.some((arg) => arg.startsWith('--move-vendor')))
  return args.map((arg, index) => {
    const option = findOption(args[index - 1])
    if (option !== undefined) return namesFile(option) ? resolve(arg) : arg
    const [, named, path] = /^--([a-z]+)=(.+)$/.exec(arg) ?? []
    if (named !== undefined && path !== undefined && namesFile(named)) return `--${named}=${resolve(path)}`
    if (arg.startsWith('-')) return arg
    if (command === undefined) {
      command = arg
      return arg
    }
    const ofWay = Object.hasOwn(wordsWithFile, command) ? wordsWithFile[command] : undefined
    if (ofWay !== undefined) {
      words.push(arg)
      return ofWay[words[0] ?? ''] === words.length - 1 && words.length > 1 ? resolve(arg) : arg
    }
    return Object.hasOwn(commands, command) && commands[command]?.takes === 'file' ? resolve(arg) : arg
  })
}

/** The option that the next word belongs to. */
function findOption(word: string | undefined): string | undefined {
  const name = word?.startsWith('--') ? word.slice(2) : ''
  return Object.hasOwn(options, name) && options[name as OptionName].type === 'string' ? name : undefined
}

/** Whether the command may make a database where there is none. A mistyped folder should not become one. */
export function mayMakeData(args: readonly string[]): boolean {
  const { positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: false })
  const [name = ''] = positionals
  return Object.hasOwn(commands, name) && commands[name]?.makesData === true
}

/**
 * Answers the exit code: 0 done, 1 refused with reasons, 2 not understood. Paths must be absolute. Without
 * services, because there is no data yet, it fails with `NoData` where the command needs some.
 */
export async function runClubCommand(
  services: Services | null,
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  try {
    const { values: flags, positionals } = parseWords(args)
    const [name, word, ...rest] = positionals
    if (flags.help || name === undefined) {
      print(toHelp(positionals))
      return flags.help ? 0 : 2
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (command === undefined) throw new UsageFault(`There is no command '${name}'.`)
    const needsWord = command.takes === 'file' || command.takes === 'event'
    if (needsWord && word === undefined) {
      throw new UsageFault(`'${name}' needs ${command.takes === 'file' ? 'a file' : "an event's id"}.`)
    }
    const extra = command.takes === 'nothing' ? word : rest[0]
    const takesWords = command.takes === 'club' && command.takesWords === true
    if (extra !== undefined && !takesWords)
      throw new UsageFault(`'${name}' does not know what to do with '${extra}'.`)
    const isOfClub = command.takes === 'event' || command.takes === 'club'
    const known: readonly string[] = isOfClub ? ['tenant', ...command.flags] : command.flags
    for (const flag of Object.keys(options) as OptionName[]) {
      const isGiven = flags[flag] !== undefined && flags[flag] !== false
      if (isGiven && flag !== 'help' && !known.includes(flag)) {
        throw new UsageFault(`'${name}' has no option --${flag}.`)
      }
    }
    if (command.needsData === false) return await command.run({ file: word ?? '', print })
    if (services === null) throw new NoData()
    if (command.takes !== 'event' && command.takes !== 'club') {
      return await command.run({ services, args, file: word ?? '', flags, print })
    }
    const eventId = command.takes === 'event' ? word : undefined
    const tenant = await chooseTenant(services, flags.tenant, args, eventId)
    const files = [flags.page, flags.json, flags.csv, flags.out]
    if (command.takes === 'club') {
      await refuseTakenFiles(flags, files)
      return await command.run({ services, tenant, word, moreWords: rest, flags, print })
    }
    const event = await chooseEvent(services, tenant, word ?? '')
    await refuseTakenFiles(flags, files)
    return await command.run({ services, tenant, event, flags, print })
  } catch (error) {
    if (error instanceof UsageFault) {
      print(`${error.message}\nnpm run club -- --help shows all commands.\n`)
      return 2
    }
    if (error instanceof ClubFileFaults) {
      printFaults(error, print)
      return 1
    }
    if (error instanceof UnwritableClub) {
      printUnwritable(error, print)
      return 1
    }
    if (error instanceof BackupFault || error instanceof CommandRefused) {
      print(`${error.message}\n`)
      return 1
    }
    throw error
  }
}
