// Runs an officer's command. The same code runs inside the server and without it.
import { Failure } from '../../contract/failures.ts'
import { OfficerFailure, type Refusal } from '../../contract/officerFailures.ts'
import { printFaults, printUnwritable } from '../areas/operating/officers/fileCommands.ts'
import { BackupFault } from '../backup/lines.ts'
import { ClubFileFaults, UnwritableClub } from '../clubFile/faults.ts'
import { askAsConsole } from '../dispatch/console.ts'
import { StorageFault, type StorageTrouble } from '../objects/objectStore.ts'
import type { StorageSettings } from '../objects/openStorage.ts'
import { createActs } from '../officers/act.ts'
import { chooseEvent, chooseTenant } from '../officers/chooseClub.ts'
import {
  type ClubCall,
  CommandRefused,
  type DataCall,
  type EventCall,
  NoData,
  type PlainCall,
} from '../officers/command.ts'
import { UsageFault } from '../officers/options.ts'
import { createPlainCall, refuseTakenFiles } from '../officers/outputFile.ts'
import type { Services } from '../process/services.ts'
import { handlers } from './actions.ts'
import { toHelp } from './help.ts'
import { lacksEvent, parseWords, type Understood, understand, type Words } from './parse.ts'
import { isMisunderstood, toRefusalText } from './refusals.ts'
import { commands } from './tree.ts'

/**
 * Answers the exit code: 0 done, 1 refused with reasons, 2 not understood. Paths must be absolute. Without
 * services, because there is no data yet, it fails with `NoData` where the command needs some.
 */
export async function runClubCommand(
  services: Services | null,
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  return telling(print, async (sayBy) => {
    const words = parseWords(args)
    if (words.values.help === true || words.positionals.length === 0) {
      print(toHelp(words.positionals))
      return words.values.help === true ? 0 : 2
    }
    if (services !== null && lacksEvent(words)) await refuseWithEvents(services, args, words)
    const understood = understand(words)
    const { way, given } = understood
    const say = sayForClub(understood, print)
    sayBy(say)
    const call = await makeCall(services, args, understood, say)
    return (await way.run(call as never, given as never)) ?? 0
  })
}

/** The exit code where what the command is given is refused, before any data is made for it; otherwise 0. */
export async function lookBeforeData(
  settings: StorageSettings,
  args: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  return telling(print, async () => {
    const { way, given } = understand(parseWords(args))
    await way.look?.(settings, given as never)
    return 0
  })
}

/** Prints why the work is refused, and answers the exit code. */
async function telling(
  print: (text: string) => void,
  work: (sayBy: (say: (text: string) => void) => void) => Promise<number>,
): Promise<number> {
  let say = print
  try {
    return await work((other) => {
      say = other
    })
  } catch (error) {
    if (error instanceof OfficerFailure) return sayRefused(error.refusal, say)
    if (error instanceof UsageFault) return sayMisunderstood(error.message, print)
    if (error instanceof ClubFileFaults) printFaults(error, print)
    else if (error instanceof UnwritableClub) printUnwritable(error, print)
    else if (isRefusal(error)) say(`${error.message}\n`)
    else if (error instanceof StorageFault) say(`${error.message} ${storageAdvice[error.trouble]}\n`)
    else throw error
    return 1
  }
}

/** Says which events there are. */
async function refuseWithEvents(services: Services, args: readonly string[], words: Words): Promise<void> {
  const { tenant: slug } = words.values
  const tenant = await chooseTenant(services, typeof slug === 'string' ? slug : undefined, args)
  await chooseEvent(services, tenant, undefined)
}

/** 'event 8 --publish', as sentences name a command of a club or an event. */
const quotedCommand = new RegExp(
  `'((?:${Object.keys(commands)
    .filter((name) => commands[name]?.takes === 'club' || commands[name]?.takes === 'event')
    .join('|')})(?: [^'\\n]*)?)'`,
  'g',
)

/** Where the officer had to name the club, commands that are printed to be copied name it too. */
function sayForClub(
  { command: { takes }, tenant }: Understood,
  print: (text: string) => void,
): (text: string) => void {
  if (tenant === undefined || (takes !== 'club' && takes !== 'event')) return print
  return (text) =>
    print(
      text
        .replaceAll(/npm run club -- (?=\w)/g, `npm run club -- --tenant ${tenant} `)
        .replaceAll(quotedCommand, `'$1 --tenant ${tenant}'`),
    )
}

/** What an officer does about it. Whatever command it was: what it had not finished, it does when it is given again. */
const storageAdvice: Readonly<Record<StorageTrouble, string>> = {
  unreachable: 'Give the command again when it answers; npm run doctor says whether it does.',
  refused: 'Look at STORAGE_URL and at what its credentials may do; npm run doctor says more.',
  full: 'Make room there, and give the command again.',
  damaged: 'Give the command again; if it stays so, npm run club -- storage check names all that is damaged.',
  busy: 'Give the command again in a few minutes.',
  exists: '',
}

/** A refusal that says why in its message. */
function isRefusal(error: unknown): error is Error {
  return error instanceof BackupFault || error instanceof CommandRefused || error instanceof Failure
}

function sayRefused(refusal: Refusal, print: (text: string) => void): number {
  const text = toRefusalText(refusal)
  if (isMisunderstood(refusal)) return sayMisunderstood(text, print)
  print(`${text}\n`)
  return 1
}

function sayMisunderstood(text: string, print: (text: string) => void): number {
  print(`${text}\nnpm run club -- --help shows all commands.\n`)
  return 2
}

/** Finds out what the command is about, before it does anything. */
async function makeCall(
  services: Services | null,
  args: readonly string[],
  { command: { takes }, eventId = '', tenant: slug, overwrite, newFiles }: Understood,
  print: (text: string) => void,
): Promise<PlainCall | DataCall | ClubCall | EventCall> {
  const plain = createPlainCall(print, overwrite)
  if (takes === 'no-data') return plain
  if (services === null) throw new NoData()
  const call: DataCall = { ...plain, services, explain: toRefusalText }
  if (takes === 'instance') {
    await refuseTakenFiles(newFiles, overwrite)
    return call
  }
  const tenant = await chooseTenant(services, slug, args, takes === 'event' ? eventId : undefined)
  const event = takes === 'event' ? { event: await chooseEvent(services, tenant, eventId) } : {}
  await refuseTakenFiles(newFiles, overwrite)
  const context = { tenant, services, now: services.now(), ...event }
  const ask: ClubCall['ask'] = (name, input) => askAsConsole({ services, handlers }, tenant, name, input)
  return { ...call, tenant, ...event, ask, ...createActs(context) }
}
