// Reads the words of a command by what the commands declare. What does not fit is refused, so that no option
// is ignored.
import { parseArgs } from 'node:util'
import { type AnyWay, type Command, listWays, type Ways } from '../officers/command.ts'
import { flag, type Kind, type Kinds, text, UsageFault } from '../officers/options.ts'
import { toList } from '../officers/words.ts'
import { commands } from './tree.ts'

/** Of every command: `tenant` where a club is meant, `overwrite` where a file is written. */
const common = { tenant: text, overwrite: flag, help: flag }

/** The options of all commands: their words are told apart before it is known which command they are for. */
const all: Kinds = Object.assign({}, common, ...Object.values(commands).flatMap(listWays).map(listOptions))

const parserOptions = Object.fromEntries(
  Object.entries(all).map(([name, { takes }]) => {
    const type: 'boolean' | 'string' = takes === 'nothing' ? 'boolean' : 'string'
    return [name, { type }]
  }),
)

export interface Words {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

export function parseWords(args: readonly string[]): Words {
  try {
    return parseArgs({ args: [...args], options: parserOptions, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageFault(error instanceof Error ? toParsingText(error) : String(error))
  }
}

/** Node's words, but for an option without its value: there the choices are named. */
function toParsingText(error: Error): string {
  const { code } = error as { code?: string }
  const [, name = ''] = /^Option '(?:-\w, )?--([\w-]+)/.exec(error.message) ?? []
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    return `There is no option ${/^Unknown option '([^']*)'/.exec(error.message)?.[1] ?? ''}.`
  }
  const shown = code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' ? all[name]?.shown : undefined
  if (shown !== undefined) return `--${name} needs one of: ${shown.replaceAll('|', ', ')}.`
  return error.message.includes('argument is ambiguous')
    ? `--${name} needs a value, and what follows it begins with a dash. If that is the value, write --${name}=VALUE.`
    : error.message
}

function findCommand(name = ''): Command | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

/** What the command declares, before its words are checked; nothing of one that is not known. */
export function findDeclared(
  args: readonly string[],
): Pick<Command, 'makesData' | 'worksOnTables'> & { readonly takes?: Command['takes'] } {
  const { positionals } = parseArgs({ args: [...args], options: parserOptions, strict: false })
  return findCommand(positionals[0]) ?? {}
}

/** A command about an event, and nothing else. */
export function lacksEvent({ positionals }: Words): boolean {
  return positionals.length === 1 && findCommand(positionals[0])?.takes === 'event'
}

export type Understood = ReturnType<typeof understand>

export function understand({ positionals, values }: Words) {
  const [name = '', ...behind] = positionals
  const command = findCommand(name)
  if (command === undefined) throw new UsageFault(`There is no command '${name}'.`)
  const isOfEvent = command.takes === 'event'
  const eventId = isOfEvent ? behind.shift() : undefined
  if (isOfEvent && eventId === undefined)
    throw new UsageFault(`'${name}' needs the number of an event. 'events' lists them.`)
  const isOfClub = isOfEvent || command.takes === 'club'
  const given = Object.keys(values).filter((option) => !(isOfClub && option === 'tenant'))
  const known = listWays(command).map(listOptions)
  const unknown = given.find((option) => !known.some((options) => Object.hasOwn(options, option)))
  if (unknown === 'tenant') {
    throw new UsageFault(`'${name}' is about no club here: leave out --tenant.`)
  }
  if (unknown !== undefined) throw new UsageFault(`'${name}' has no option --${unknown}.`)
  if (values['dry-run'] === true && values.yes === true) {
    throw new UsageFault('--dry-run does not go with --yes.')
  }
  const { way, called, words } = chooseWay(command, name, behind, given)
  const wordValues = readWords(way, words, { called, usage: isOfEvent ? `${name} EVENT` : called })
  const optionValues = readOptions(way, values)
  way.check?.({ ...wordValues, ...optionValues } as never)
  const newFiles = [
    ...listNewFiles(way.words).map((word) => wordValues[word]),
    ...listNewFiles(way.options).map((option) => optionValues[option]),
  ].filter((path) => path !== undefined)
  if (values.overwrite === true && newFiles.length === 0 && way.options?.overwrite === undefined) {
    throw new UsageFault(`--overwrite needs ${toOptions(listNewFiles(way.options), ' or ')}.`)
  }
  return {
    command,
    way,
    /** Only of a command about an event: its id as typed. */
    eventId,
    /** The club that is named, for a command about a club or an event. */
    tenant: values.tenant as string | undefined,
    overwrite: values.overwrite === true,
    /** The words and options of the way, as they were read. */
    given: { ...wordValues, ...optionValues },
    /** The files that it will write. */
    newFiles: newFiles as string[],
  }
}

function listNewFiles(kinds: Kinds = {}): string[] {
  return Object.keys(kinds).filter((name) => kinds[name]?.takes === 'new-file')
}

/** Those that the way may have. What writes a file may replace one. */
export function listOptions({ words, options = {} }: AnyWay): Kinds {
  const writes = listNewFiles(words).length + listNewFiles(options).length > 0
  return writes ? { overwrite: flag, ...options } : options
}

/**
 * `words` stand behind the command, and behind the event; `given` are the names of the options. Answers the words that
 * belong to the way, too.
 */
function chooseWay(command: Command, name: string, words: readonly string[], given: readonly string[]) {
  const { alone, byWord, numbered, things } = command
  const [word, ...others] = words
  if (byWord === undefined) {
    const ways = numbered !== undefined && word !== undefined ? numbered : alone
    return { way: chooseByOption(ways, name, given), called: name, words }
  }
  if (word !== undefined && !Object.hasOwn(byWord, word)) {
    throw new UsageFault(
      `'${name}' has no way '${word}'. It has ${toList(Object.keys(byWord))}; alone it lists the ${things}.`,
    )
  }
  const called = word === undefined ? name : `${name} ${word}`
  const way = (word === undefined ? alone : byWord[word]) as AnyWay
  const extra = given.find((option) => !Object.hasOwn(listOptions(way), option))
  if (extra !== undefined) throw new UsageFault(`'${called}' has no option --${extra}.`)
  return { way, called, words: others }
}

function chooseByOption(ways: AnyWay | Ways<never>, name: string, given: readonly string[]): AnyWay {
  if ('run' in ways) return ways
  const { called = name, elsewhere = 'does not go with this command.', plain, byOption } = ways
  const names = Object.keys(byOption)
  const chosen = names.find((option) => given.includes(option))
  const way = chosen === undefined ? plain : byOption[chosen]
  if (way === undefined) throw new UsageFault(`'${called}' needs one of ${toOptions(names, ', ')}.`)
  const has = (one: AnyWay | undefined, option: string) =>
    one !== undefined && Object.hasOwn(listOptions(one), option)
  const extra = given.find((option) => !has(way, option))
  if (extra === undefined) return way
  if (chosen !== undefined) throw new UsageFault(`--${chosen} does not go with --${extra}.`)
  const others = names.filter((option) => has(byOption[option], extra))
  throw new UsageFault(
    others.length > 0 ? `--${extra} needs ${toOptions(others, ' or ')}.` : `--${extra} ${elsewhere}`,
  )
}

function toOptions(names: readonly string[], between: string): string {
  return names.map((name) => `--${name}`).join(between)
}

function toShown(name: string, { shown }: Kind<unknown>): string {
  return shown ?? name.toUpperCase()
}

function readWords(
  { words: kinds = {} }: AnyWay,
  words: readonly string[],
  { called, usage: begin }: { called: string; usage: string },
): Record<string, unknown> {
  const wanted = Object.entries(kinds)
  const usage = [begin, ...wanted.map(([name, of]) => toShown(name, of))].join(' ')
  const missing = wanted[words.length]
  if (missing !== undefined && missing[1].isOptional !== true)
    throw new UsageFault(`'${called}' needs ${toShown(...missing)}: ${usage}`)
  const extra = words[wanted.length]
  if (extra !== undefined) {
    const advice = wanted.length > 0 ? ' Put a name in quotes.' : ''
    throw new UsageFault(`'${usage}' does not know what to do with '${extra}'.${advice}`)
  }
  return Object.fromEntries(
    wanted.map(([name, of], at) => {
      const word = words[at]
      return [name, word === undefined ? undefined : of.read(word, toShown(name, of))]
    }),
  )
}

function readOptions({ options = {} }: AnyWay, values: Words['values']): Record<string, unknown> {
  for (const [name, of] of Object.entries(options)) {
    if ('missing' in of && values[name] === undefined) throw new UsageFault(String(of.missing))
  }
  return Object.fromEntries(
    Object.entries(options).map(([name, of]) => {
      const value = values[name]
      if (of.takes === 'nothing') return [name, value === true]
      return [name, typeof value === 'string' ? of.read(value, `--${name}`) : undefined]
    }),
  )
}

/** The server has another working folder, so words that name files become absolute paths. */
export function toWholePaths(args: readonly string[], resolve: (path: string) => string): string[] {
  const whole = [...args]
  const { tokens } = parseArgs({ args: whole, options: parserOptions, strict: false, tokens: true })
  const namesFile = (of: Kind<unknown> | undefined) => of?.takes === 'file' || of?.takes === 'new-file'
  for (const token of tokens) {
    if (token.kind !== 'option' || token.value === undefined || !namesFile(all[token.name])) continue
    const path = resolve(token.value)
    if (token.inlineValue) whole[token.index] = `--${token.name}=${path}`
    else whole[token.index + 1] = path
  }
  const words = tokens.filter((token) => token.kind === 'positional')
  const [{ value: name } = { value: '' }, { value: word } = { value: '' }] = words
  const { alone, byWord = {} } = findCommand(name) ?? {}
  const named = Object.hasOwn(byWord, word) ? byWord[word] : undefined
  const way = named ?? (alone !== undefined && 'run' in alone ? alone : undefined)
  Object.values(way?.words ?? {}).forEach((of, at) => {
    const own = words[at + (named === undefined ? 1 : 2)]
    if (namesFile(of) && own !== undefined) whole[own.index] = resolve(own.value)
  })
  return whole
}
