// The faults that a club file can have, each with its place and a sentence.
import type { z } from 'zod'

export interface Fault {
  /** Like `events[0].maps[1].elements[17].num`; '' is the file itself. */
  readonly place: string
  readonly message: string
}

class Faulty extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(toLine).join('\n'))
    this.name = new.target.name
    this.faults = faults
  }
}

/** The club file has faults. Nothing was written. */
export class ClubFileFaults extends Faulty {}

/** Values of the club that a club file cannot hold, by record and field. Nothing was written. */
export class UnwritableClub extends Faulty {}

export function toLine({ place, message }: Fault): string {
  return place === '' ? message : `${place}: ${message}`
}

/** Puts a path together: `startDate`, then `[0]`, then `.label`. */
export function toPlace(start: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((place, part) => {
    if (typeof part === 'number') return `${place}[${part}]`
    return place === '' ? String(part) : `${place}.${String(part)}`
  }, start)
}

type Issue = z.core.$ZodIssue

/** One sentence for a fault that a schema found. Uses the schema's own message if it has one. */
export function toSentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${toNoun(issue.expected)}`
    case 'too_big':
      return `must ${toMeasure(issue.origin, 'at most', issue.maximum)}`
    case 'too_small':
      return issue.inclusive === false
        ? `must be more than ${issue.minimum}`
        : `must ${toMeasure(issue.origin, 'at least', issue.minimum)}`
    case 'invalid_value':
      return `must be ${toChoice(issue.values)}`
    case 'invalid_union':
      return toUnionSentence(issue)
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be a UUID' : issue.message
    default:
      return issue.message
  }
}

function toUnionSentence(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  const inner = issue.errors.flat()
  const values = inner.flatMap((each) => (each.code === 'invalid_value' ? each.values : []))
  const other = inner.find((each) => each.code !== 'invalid_value')
  if (other !== undefined) return toSentence(other)
  return values.length > 0 ? `must be ${toChoice(values)}` : issue.message
}

function toNoun(expected: string): string {
  const nouns: Record<string, string> = {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'an object',
  }
  return nouns[expected] ?? expected
}

function toMeasure(origin: string, direction: string, limit: number | bigint): string {
  if (origin === 'string') return `have ${direction} ${limit} characters`
  if (origin === 'array') return `have ${direction} ${limit} members`
  return `be ${direction} ${limit}`
}

function toChoice(values: readonly unknown[]): string {
  const shown = values.map((value) => (typeof value === 'string' ? `'${value}'` : String(value)))
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
}
