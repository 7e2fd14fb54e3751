// How an officer's command is declared: its words, its options, its help, and what it runs.
import type { ActionName, Input, Output } from '../../contract/index.ts'
import type { Refusal } from '../../contract/officerFailures.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { Tx } from '../db/open.ts'
import type { StoredEvent } from '../event/db/event.ts'
import type { StorageSettings } from '../objects/openStorage.ts'
import type { Services } from '../process/services.ts'
import type { ActContext, Acts, EventActContext } from './act.ts'
import type { Kinds, ValuesOf, WordsOf } from './options.ts'

/** The command was understood but refused. The message says why. Nothing was changed. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

/** The command needs a club's data, and there is none in this folder. */
export class NoData extends Error {
  constructor() {
    super('There is no Showfield data.')
    this.name = 'NoData'
  }
}

/** What a command that needs no data gets. */
export interface PlainCall {
  print(text: string): void
  /** Whether a file that exists may be replaced. */
  readonly overwrite: boolean
  /** Writes a file that only its owner can read. `advice`: what to do when the disk refuses it. */
  write(path: string, text: string, advice?: string): Promise<void>
  /**
   * Writes those files that were asked for, and says that `what` is in them. Answers whether any was. `personal`:
   * they say much of people, so the officer is told who can read them.
   */
  save(
    files: { readonly json?: string | undefined; readonly csv?: string | undefined },
    what: string,
    contents: { json?(): unknown; csv?(): string; readonly personal?: true },
  ): Promise<boolean>
}

/** What a command about the whole instance gets. */
export interface DataCall extends PlainCall {
  readonly services: Services
  /** What is said of a refusal that the act answers as a part of its result. */
  explain(refusal: Refusal): string
}

export interface ClubCall extends DataCall, Acts<ActContext> {
  readonly tenant: TenantIdentity
  /** Calls an action of the desk as the command line, which may do everything. Throws its Failure. */
  ask<N extends ActionName>(name: N, input: Input<N>): Promise<Output<N>>
}

export interface EventCall extends DataCall, Acts<EventActContext> {
  readonly tenant: TenantIdentity
  readonly event: StoredEvent
}

interface Calls {
  'no-data': PlainCall
  instance: DataCall
  club: ClubCall
  event: EventCall
}

/** The exit code; 0 if it says none. */
type Done = Promise<number> | Promise<void>

interface Declared<W, O, Given> {
  /** What stands behind the command and the word that names the way. */
  readonly words?: W
  readonly options?: O
  /** Its lines of the help, as they are printed but for the first indent. */
  readonly help?: string
  /** Refuses what does not fit together, before anything is looked for. */
  check?(given: Given): void
  /** Of a command that makes data: refuses what it is given before the data is made. */
  look?(settings: StorageSettings, given: Given): Promise<void>
}

/** One way to use a command. */
export interface Way<C> extends Declared<Kinds, Kinds, never> {
  run(call: C, given: never): Done
}

type Given<W, O> = WordsOf<W> & ValuesOf<O>

function define<C>() {
  return <W extends Kinds = Record<never, never>, O extends Kinds = Record<never, never>>(
    way: Declared<W, O, Given<W, O>> & { run(call: C, given: Given<W, O>): Done },
  ): Way<C> => way
}

/** A way that is one act: what its answer means is printed, with a line end behind it. */
function defineActing<A, C extends Acts<A> & PlainCall>() {
  return <Output, W extends Kinds = Record<never, never>, O extends Kinds = Record<never, never>>(
    way: Declared<W, O, Given<W, O>> & {
      act(tx: Tx, context: A, given: Given<W, O>): Promise<Output>
      says(output: Output, given: Given<W, O>): string
    },
  ): Way<C> => ({
    ...way,
    run: async ({ act, print }: C, given: Given<W, O>) =>
      print(`${way.says(await act(way.act, given), given)}\n`),
  })
}

export const plainWay = define<PlainCall>()
export const instanceWay = define<DataCall>()
export const clubWay = define<ClubCall>()
export const clubActWay = defineActing<ActContext, ClubCall>()
export const eventWay = define<EventCall>()

/** Ways that an option names. Each has the option itself too. An option of another way is refused. */
export interface Ways<C> {
  /** What the command is called in messages, if not by its name. */
  readonly called?: string
  /** What is said of an option that belongs to none of the ways. */
  readonly elsewhere?: string
  /** The way that no option names. */
  readonly plain?: Way<C>
  readonly byOption: Readonly<Record<string, Way<C>>>
}

interface CommandOf<T extends keyof Calls> {
  /** What it is about. Who means which club or event is found out before it runs. */
  readonly takes: T
  /** Makes the tables in an empty database, and the database in an empty data folder. */
  readonly makesData?: true
  /** Which tables of another version it works on. Otherwise on none: it never changes them. */
  readonly worksOnTables?: 'older' | 'any'
  /** The first lines of its help. Those of its ways follow. */
  readonly help?: string
  /** Without a word that names a way. */
  readonly alone: Way<Calls[T]> | Ways<Calls[T]>
  /** By the word that names the way, like `tag` in `members tag`. `things` is what the command alone lists. */
  readonly byWord?: Readonly<Record<string, Way<Calls[T]>>>
  readonly things?: string
  /** With any word: the number of one thing. */
  readonly numbered?: Ways<Calls[T]>
}

export type Command = { [T in keyof Calls]: CommandOf<T> }[keyof Calls]

/** Any way of any command. */
export type AnyWay = Way<never>

/** What several areas do with one thing is one command. */
export function withWays(command: EventCommand, ways: EventCommand['alone']['byOption']): EventCommand {
  const { alone } = command
  return { ...command, alone: { ...alone, byOption: { ...alone.byOption, ...ways } } }
}

/** A command about an event, whose options name its ways. */
export interface EventCommand extends CommandOf<'event'> {
  readonly alone: Ways<EventCall>
}

export function listWays({ alone, byWord = {}, numbered }: Command): AnyWay[] {
  const ofOption = (ways: Ways<never>) => [
    ...(ways.plain === undefined ? [] : [ways.plain]),
    ...Object.values(ways.byOption),
  ]
  return [
    ...('run' in alone ? [alone as AnyWay] : ofOption(alone as Ways<never>)),
    ...(Object.values(byWord) as AnyWay[]),
    ...(numbered === undefined ? [] : ofOption(numbered as Ways<never>)),
  ]
}
