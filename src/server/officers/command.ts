// What an officer's command gets, and how it says that it was not understood.
import type { parseArgs } from 'node:util'
import { mostReasonLength } from '../../domain/scoring.ts'
import { lengths } from '../../domain/shapes/fileValues.ts'
import { isBlank, isPlainLine } from '../../domain/shapes/plainText.ts'
import type { TenantIdentity } from '../club/db/tenant.ts'
import type { StoredEvent } from '../event/db/event.ts'
import type { Services } from '../process/services.ts'

/** The command was not understood. The message says why. */
export class UsageFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageFault'
  }
}

/** The command was understood but refused. The message says why. Nothing was changed. */
export class CommandRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandRefused'
  }
}

/** The command needs a club's data, and there is none in this folder. */
export class NoData extends Error {
  constructor() {
    super('There is no Showfield data.')
    this.name = 'NoData'
  }
}

export const options = {
  tenant: { type: 'string' },
  new: { type: 'boolean', default: false },
  prune: { type: 'boolean', default: false },
  overwrite: { type: 'boolean', default: false },
  secrets: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  create: { type: 'string' },
  page: { type: 'string' },
  void: { type: 'string' },
  reissue: { type: 'string' },
  add: { type: 'string' },
  name: { type: 'string' },
  phone: { type: 'string' },
  form: { type: 'string' },
  links: { type: 'boolean', default: false },
  judge: { type: 'string' },
  change: { type: 'string' },
  revoke: { type: 'string' },
  json: { type: 'string' },
  csv: { type: 'string' },
  paper: { type: 'boolean', default: false },
  number: { type: 'string' },
  votes: { type: 'string' },
  voter: { type: 'string' },
  empty: { type: 'boolean', default: false },
  list: { type: 'boolean', default: false },
  restore: { type: 'string' },
  correct: { type: 'string' },
  from: { type: 'string' },
  dates: { type: 'string' },
  'after-midnight': { type: 'string' },
  code: { type: 'string' },
  find: { type: 'string' },
  admit: { type: 'string' },
  'move-vendor': { type: 'string' },
  to: { type: 'string' },
  car: { type: 'string' },
  class: { type: 'string' },
  sell: { type: 'string' },
  quantity: { type: 'string' },
  email: { type: 'string' },
  year: { type: 'string' },
  make: { type: 'string' },
  model: { type: 'string' },
  state: { type: 'string' },
  since: { type: 'string' },
  until: { type: 'string' },
  receipt: { type: 'boolean', default: false },
  refund: { type: 'boolean', default: false },
  disputed: { type: 'boolean', default: false },
  decide: { type: 'boolean', default: false },
  lines: { type: 'string' },
  line: { type: 'string' },
  amount: { type: 'string' },
  reason: { type: 'string' },
  yes: { type: 'boolean', default: false },
  retry: { type: 'boolean', default: false },
  drop: { type: 'boolean', default: false },
  type: { type: 'string' },
  tag: { type: 'string' },
  expired: { type: 'boolean', default: false },
  moderators: { type: 'boolean', default: false },
  children: { type: 'boolean', default: false },
  suspended: { type: 'boolean', default: false },
  first: { type: 'string' },
  last: { type: 'string' },
  partner: { type: 'string' },
  address: { type: 'string' },
  city: { type: 'string' },
  zip: { type: 'string' },
  country: { type: 'string' },
  years: { type: 'string' },
  out: { type: 'string' },
  map: { type: 'string' },
  'default-type': { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  update: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  date: { type: 'string' },
  start: { type: 'string' },
  end: { type: 'string' },
  title: { type: 'string' },
  text: { type: 'string' },
  'title-es': { type: 'string' },
  'text-es': { type: 'string' },
  folder: { type: 'string' },
  color: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export type OptionName = keyof typeof options

/** Options that name a file. The server has another working folder, so it gets absolute paths. */
export const fileOptions: ReadonlySet<string> = new Set(['page', 'json', 'csv', 'from', 'out'])

export type Flags = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** A command that needs no data. */
export interface PlainContext {
  readonly file: string
  print(text: string): void
}

export interface CommandContext extends PlainContext {
  readonly services: Services
  /** All words of the command, as they came. */
  readonly args: readonly string[]
  readonly flags: Flags
}

/** A command about one event of one club. */
export interface EventCommandContext {
  readonly services: Services
  readonly tenant: TenantIdentity
  readonly event: StoredEvent
  readonly flags: Flags
  print(text: string): void
}

/** A command about one club, perhaps about one thing in it. */
export interface ClubCommandContext {
  readonly services: Services
  readonly tenant: TenantIdentity
  readonly word: string | undefined
  /** What stands behind that word. */
  readonly moreWords: readonly string[]
  readonly flags: Flags
  print(text: string): void
}

/** The number of something, as an officer typed it. */
export function parseNumber(text: string, what: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UsageFault(`${what} must be a number, and not '${text}'.`)
}

/** A name or title that an officer typed. `what` begins the sentence that refuses it. */
export function readLabel(typed: string, what: string): string {
  const label = typed.trim()
  if (!isBlank(label) && label.length <= lengths.label && isPlainLine(label)) return label
  throw new UsageFault(`${what} must be one line of 1 to ${lengths.label} characters.`)
}

/** A whole number of at least 1, as an officer typed it. */
export function toCount(text: string, option: OptionName, most: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count >= 1 && count <= most) return count
  throw new UsageFault(`--${option} must be a number from 1 to ${most}.`)
}

/** One of the words that an option takes; undefined if it was not given. */
export function readChoice<T extends string>(
  text: string | undefined,
  option: OptionName,
  choices: readonly T[],
): T | undefined {
  const choice = choices.find((one) => one === text)
  if (text !== undefined && choice === undefined) {
    throw new UsageFault(`--${option} must be ${choices.join(' or ')}.`)
  }
  return choice
}

/** The officer's reason. Without one it fails with `missing`. */
export function readReason({ reason: given }: Flags, missing: string): string {
  const reason = given?.trim() ?? ''
  if (reason === '') throw new UsageFault(missing)
  if (reason.length > mostReasonLength) {
    throw new UsageFault(`--reason has at most ${mostReasonLength} characters.`)
  }
  return reason
}
