// The ways to use a command. An option that does not belong to the way that is asked for is refused, so that
// none is ignored.
import { type ClubCommandContext, type Flags, type OptionName, options, UsageFault } from './command.ts'
import { toList } from './words.ts'

interface Way<C> {
  /** The other options that it may have. */
  readonly allowed: readonly OptionName[]
  run(context: C): Promise<number>
}

/** By the option that names the way. `plain` is the way that no option names. */
export type Ways<C> = { readonly [Name in OptionName | 'plain']?: Way<C> }

export function runWay<C extends { readonly flags: Flags }>(
  context: C,
  ways: Ways<C>,
  {
    command,
    elsewhere = 'does not go with this command.',
  }: {
    command: string
    /** What is said of an option that belongs to none of the ways. */
    elsewhere?: string
  },
): Promise<number> {
  const { flags } = context
  const given = (Object.keys(options) as OptionName[]).filter(
    (name) => name !== 'tenant' && flags[name] !== undefined && flags[name] !== false,
  )
  const names = (Object.keys(ways) as (keyof typeof ways)[]).filter((name) => name !== 'plain')
  const chosen = names.find((name) => given.includes(name))
  const way = ways[chosen ?? 'plain']
  if (way === undefined) throw new UsageFault(`'${command}' needs one of ${toOptions(names, ', ')}.`)
  const extra = given.find((name) => name !== chosen && !way.allowed.includes(name))
  if (extra === undefined) return way.run(context)
  if (chosen !== undefined) throw new UsageFault(`--${chosen} does not go with --${extra}.`)
  const others = names.filter((name) => ways[name]?.allowed.includes(extra))
  throw new UsageFault(
    others.length > 0 ? `--${extra} needs ${toOptions(others, ' or ')}.` : `--${extra} ${elsewhere}`,
  )
}

function toOptions(names: readonly string[], between: string): string {
  return names.map((name) => `--${name}`).join(between)
}

/** A way that a word names, like `members tag`. It finds its own words in `moreWords`. */
export interface WordWay {
  /** What stands behind the way's name, as the help writes it. */
  readonly words: readonly string[]
  readonly allowed: readonly OptionName[]
  run(context: ClubCommandContext): Promise<number>
}

/** `plain` is the way without a word; it lists `things`. */
export async function runWordWay(
  context: ClubCommandContext,
  {
    command,
    things,
    plain,
    ways,
  }: {
    readonly command: string
    readonly things: string
    readonly plain: WordWay
    readonly ways: Readonly<Record<string, WordWay>>
  },
): Promise<number> {
  const { word, moreWords, flags } = context
  const way = word === undefined ? plain : Object.hasOwn(ways, word) ? ways[word] : undefined
  if (way === undefined) {
    throw new UsageFault(
      `'${command}' has no way '${word}'. It has ${toList(Object.keys(ways))}; alone it lists the ${things}.`,
    )
  }
  const name = word === undefined ? command : `${command} ${word}`
  const usage = [name, ...way.words].join(' ')
  const missing = way.words[moreWords.length]
  if (missing !== undefined) throw new UsageFault(`'${name}' needs ${missing}: ${usage}`)
  const extra = moreWords[way.words.length]
  if (extra !== undefined) {
    throw new UsageFault(`'${usage}' does not know what to do with '${extra}'. Put a name in quotes.`)
  }
  for (const option of Object.keys(options) as OptionName[]) {
    const isGiven = flags[option] !== undefined && flags[option] !== false
    if (isGiven && option !== 'tenant' && !way.allowed.includes(option)) {
      throw new UsageFault(`'${name}' has no option --${option}.`)
    }
  }
  return way.run(context)
}
