// The kinds of options and words of the officers' commands: what each takes, and how it is read.
import { addDays } from '../../domain/day.ts'
import { mostReasonLength } from '../../domain/scoring.ts'
import { lengths } from '../../domain/shapes/fileValues.ts'
import { isBlank, isPlainLine } from '../../domain/shapes/plainText.ts'

/** The command was not understood. The message says why. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

export interface Kind<T> {
  /** Of a file the server gets the whole path: it has another working folder. */
  readonly takes: 'nothing' | 'text' | 'file' | 'new-file'
  /** `name` is what the officer calls it: `--years`, or `MEMBER`. */
  read(typed: string, name: string): T
  /** How messages write a word or a value, if not by its name in capitals. */
  readonly shown?: string
  /** Of the last word: it may be missing, and is undefined then. */
  readonly isOptional?: true
}

/** A kind of option without which the command is not understood, and what is said then. */
export type Needed<T> = Kind<T> & { readonly missing: string }

/** By their names. */
export type Kinds = Readonly<Record<string, Kind<unknown>>>

/** What a command gets of its options: a flag is there or not, any other option may be undefined. */
export type ValuesOf<K> = {
  readonly [N in keyof K]: K[N] extends Needed<infer T>
    ? T
    : K[N] extends { readonly takes: 'nothing' }
      ? boolean
      : K[N] extends Kind<infer T>
        ? T | undefined
        : never
}

/** What a command gets of its words: none is missing. */
export type WordsOf<K> = { readonly [N in keyof K]: K[N] extends Kind<infer T> ? T : never }

export const flag = { takes: 'nothing', read: () => true } as const satisfies Kind<boolean>

const asTyped = (typed: string): string => typed

export const text: Kind<string> = { takes: 'text', read: asTyped }
/** A file to read. */
export const file: Kind<string> = { takes: 'file', read: asTyped }
/** A file to write, which is not there yet; otherwise the command needs `--overwrite`. */
export const newFile: Kind<string> = { takes: 'new-file', read: asTyped }

export function kindOf<T>(read: Kind<T>['read']): Kind<T> {
  return { takes: 'text', read }
}

export function needed<T>(of: Kind<T>, missing: string): Needed<T> {
  return { ...of, missing }
}

/** Of the option that names a way: without it there is another way, or a message of all of them. */
export function naming<T>(of: Kind<T>): Needed<T> {
  return needed(of, '')
}

/** A last word that may be missing. */
export function perhaps<T>(of: Kind<T>): Kind<T | undefined> {
  return { ...of, isOptional: true }
}

/** The number of something. `what` begins the sentence that refuses it, in place of the name. */
export function number(what?: string): Kind<number> {
  return kindOf((typed, name) => parseNumber(typed, what ?? name))
}

export function parseNumber(typed: string, what: string): number {
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed)
  throw new UsageFault(`${what} must be a number, and not '${typed}'.`)
}

/** A whole number of at least 1. */
export function count(most: number): Kind<number> {
  return kindOf((typed, name) => {
    const value = /^\d{1,9}$/.test(typed) ? Number(typed) : 0
    if (value >= 1 && value <= most) return value
    throw new UsageFault(`${name} must be a number from 1 to ${most}.`)
  })
}

/** One of some words. */
export function choice<T extends string>(choices: readonly T[]): Kind<T> {
  const read = (typed: string, name: string): T => {
    const chosen = choices.find((one) => one === typed)
    if (chosen !== undefined) return chosen
    const all = choices.length > 2 ? `one of: ${choices.join(', ')}` : choices.join(' or ')
    throw new UsageFault(`${name} must be ${all}.`)
  }
  return { takes: 'text', shown: choices.join('|'), read }
}

/** `refused` is what is said of another word. */
export function onOff(refused: string): Kind<boolean> {
  const read = (typed: string): boolean => {
    if (typed !== 'on' && typed !== 'off') throw new UsageFault(refused)
    return typed === 'on'
  }
  return { takes: 'text', shown: 'on|off', read }
}

export const day = kindOf((typed, name) => {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(`${typed}T00:00:00Z`))
  // the calendar turns a day that does not exist into another day
  if (isDay && addDays(typed, 0) === typed) return typed
  throw new UsageFault(`${name} must be a day: YYYY-MM-DD.`)
})

/** A name or title. `what` begins the sentence that refuses it, in place of the name. */
export function label(what?: string): Kind<string> {
  return kindOf((typed, name) => {
    const line = typed.trim()
    if (!isBlank(line) && line.length <= lengths.label && isPlainLine(line)) return line
    throw new UsageFault(`${what ?? name} must be one line of 1 to ${lengths.label} characters.`)
  })
}

/** An officer's reason, which is stored. */
export function reason(missing: string): Needed<string> {
  const of = kindOf((typed, name) => {
    const given = typed.trim()
    if (given === '') throw new UsageFault(missing)
    if (given.length <= mostReasonLength) return given
    throw new UsageFault(`${name} has at most ${mostReasonLength} characters.`)
  })
  return needed(of, missing)
}
