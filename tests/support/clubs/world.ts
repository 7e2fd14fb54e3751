// Clubs of browser tests, written in short: a test names what it is about, and the rest is as in any club.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, findDay } from '../../../src/domain/day.ts'
import type { ClubFile } from '../../../src/server/assembly/clubFile.ts'
import { ownDomain, toOwnSlug } from '../browsers/ownNames.ts'
import type { Product } from '../browsers/product.ts'
import { asVisitor, type SignInPlace } from '../community/elsewhere.ts'

type EventOfFile = NonNullable<ClubFile['events']>[number]
type Ticket = NonNullable<EventOfFile['tickets']>[number]
type EventMap = NonNullable<EventOfFile['maps']>[number]
type Space = NonNullable<EventMap['elements']>[number]
type Schedule = NonNullable<EventOfFile['shiftSchedules']>[number]
type Shift = NonNullable<Schedule['shifts']>[number]
type Member = NonNullable<ClubFile['members']>[number]

/** First and last name alone, or with whatever else is known of them. */
type ShortPerson =
  | string
  | (Partial<Member> & {
      name: string
      /** In so many days their membership ends. */
      paidFor?: number
      /** They have no password. */
      isSilent?: boolean
    })

/** By the role under which they sign in, which is also their ref. */
type People = Record<string, ShortPerson>

interface ShortShift {
  /** Counted from today. */
  day: number
  /** The hour; 9.5 is half past nine. */
  at: number
  hours: number
  places: number
  workers?: Shift['workers']
}

export type ShortSpace = Partial<Space> & Pick<Space, 'x' | 'y' | 'w' | 'h'>

interface ShortEvent extends Partial<Omit<EventOfFile, 'tickets' | 'classes' | 'maps' | 'shiftSchedules'>> {
  /** The first and the last one, counted from today. */
  days?: readonly [first: number, last: number]
  /** When all of it opens and ends. Without it, all is open. */
  window?: readonly [from: string, until: string]
  /** Cars are registered, at this price. */
  carPrice?: number
  classes?: Record<number, string>
  /** By their descriptions: the price alone, or more. */
  tickets?: Record<string, number | Partial<Ticket>>
  /** By their labels. */
  maps?: Record<string, Partial<Omit<EventMap, 'elements'>> & { spaces: readonly ShortSpace[] }>
  /** By the names of their schedules. */
  shifts?: Record<string, Partial<Omit<Schedule, 'shifts'>> & { shifts?: readonly ShortShift[] }>
}

interface ShortClub extends Omit<Partial<ClubFile>, 'showfield' | 'club' | 'members' | 'events'> {
  name?: string
  serviceFee?: number
  settings?: ClubFile['club']['settings']
  portal?: ClubFile['club']['portal']
  /** In place of the world's. */
  people?: People
  /** By their names. */
  events?: Record<string, ShortEvent>
}

/** One can sign in there once its file is imported. */
export interface Club<E extends string = string> extends SignInPlace {
  readonly name: string
  readonly file: ClubFile
  /** For types alone: the names of its events. */
  readonly eventNames?: readonly E[]
}

export const timeZone = 'America/Chicago'
export const today = readToday()

/** For what is counted from the moment of a purchase: midnight may have passed since the clubs were defined. */
export function readToday(): string {
  return findDay(Date.now(), timeZone)
}
export const password = 'Ridge-Road-1958!'
export const membership = { ref: 'one', label: 'Individual', price: 45, renewPrice: 40, allowChildren: true }
/** Where those live whose address nobody reads. */
export const home = {
  address: '4 Press Lane',
  city: 'Cider Mill',
  state: 'OH',
  zip: '43016',
  phoneNumbers: [{ longCode: '6145550188' }],
}

interface ShortWorld<C extends Record<string, ShortClub>> {
  /** By slug. Each worker's are others. */
  clubs: C
  people?: People
  today?: string
}

type World<C extends Record<string, ShortClub>> = {
  [Slug in keyof C]: Club<C[Slug] extends { events: infer E } ? Extract<keyof E, string> : never>
}

export function defineWorld<C extends Record<string, ShortClub>>(world: ShortWorld<C>): World<C> {
  return Object.fromEntries(
    Object.entries<ShortClub>(world.clubs).map(([slug, club]) => [
      slug,
      defineClub(slug, { people: world.people ?? {}, ...club }, world.today),
    ]),
  ) as World<C>
}

/** A single one. */
export function defineClub(ownSlug: string, short: ShortClub, day = today): Club {
  const { name = 'Ridge Road Motor Club', serviceFee, settings, portal, people = {}, events, ...more } = short
  const slug = toOwnSlug(ownSlug)
  const members = Object.entries(people).map(([ref, person]) => makeMember(ref, person, day))
  const file = {
    showfield: 1,
    club: { slug, name, timeZone, portal, settings: { serviceFee, ...settings } },
    memberTypes: members.length === 0 ? [] : [membership],
    members,
    events: Object.entries(events ?? {}).map(([title, event]) => makeEvent(title, event, day)),
    ...more,
  } as ClubFile
  return {
    name,
    file,
    subdomain: slug,
    members: members.map(({ ref, email_address: email = '', password: secret }) => ({
      role: ref,
      email,
      ...(secret === undefined ? {} : { password: secret }),
    })),
  }
}

function makeMember(ref: string, person: ShortPerson, day: string): Member {
  const { name, paidFor = 200, isSilent, ...more } = typeof person === 'string' ? { name: person } : person
  const [fname = '', lname = ''] = name.split(' ')
  return {
    ref,
    fname,
    lname,
    email_address: `${ref}.${lname.toLowerCase()}@${ownDomain}`,
    type: membership.ref,
    expiration: addDays(day, paidFor),
    ...(isSilent ? {} : { password }),
    ...more,
  }
}

function makeEvent(name: string, short: ShortEvent, day: string): EventOfFile {
  const { days = [20, 21], carPrice, classes, tickets, maps, shifts, ...more } = short
  const { window = [`${addDays(day, -20)}T12:00:00Z`, `${addDays(day, 10)}T18:00:00Z`], ...fields } = more
  const [from, until] = window
  const event = toRef(name)
  return {
    ref: event,
    name,
    startDate: addDays(day, days[0]),
    endDate: addDays(day, days[1]),
    ...(carPrice === undefined
      ? {}
      : { registration: true, reg_price: carPrice, reg_startdate: from, reg_enddate: until }),
    classes: Object.entries(classes ?? {}).map(([number, description]) => ({
      ref: `${event}/${number}`,
      number: Number(number),
      description,
    })),
    tickets: Object.entries(tickets ?? {}).map(([description, ticket]) => ({
      ref: `${event}/${toRef(description)}`,
      description,
      price: 9,
      limit: 4,
      quantity: 50,
      startdate: from,
      enddate: until,
      ...(typeof ticket === 'number' ? { price: ticket } : ticket),
    })),
    maps: Object.entries(maps ?? {}).map(([label, { spaces, ...map }]) => ({
      ref: `${event}/${toRef(label)}`,
      label,
      available: true,
      availableStartdate: from,
      availableEnddate: until,
      elements: spaces.map((space) => ({
        ref: `${event}/${toRef(label)}/${space.row}${space.num}`,
        shape: 'box' as const,
        ...space,
      })),
      ...map,
    })),
    ...(shifts === undefined ? {} : { workerSignup: true, workerStartDate: from, workerEndDate: until }),
    shiftSchedules: Object.entries(shifts ?? {}).map(([title, { shifts: listed = [], ...schedule }]) => ({
      ref: `${event}/${toRef(title)}`,
      name: title,
      shifts: listed.map(({ day: later, at, hours, places, workers = [] }, nth) => ({
        ref: `${event}/${toRef(title)}/${nth}`,
        shiftDate: addDays(day, later),
        start: Math.floor(at),
        startMinute: (at % 1) * 60,
        duration: hours,
        capacity: places,
        workers,
      })),
      ...schedule,
    })),
    ...fields,
  }
}

function toRef(text: string): string {
  return text.replaceAll(/\W+/g, '-')
}

interface RowOfSpaces extends Omit<ShortSpace, 'row' | 'num'> {
  count: number
  /** From one to the next. */
  step: number
}

/** Spaces beside each other: A1, A2, … */
export function makeRow(row: string, { count, step, x, ...space }: RowOfSpaces): ShortSpace[] {
  return Array.from({ length: count }, (_, at) => ({ ...space, x: x + at * step, row, num: String(at + 1) }))
}

/** Into a running product, as an officer would. */
export async function importClubs(
  product: Product,
  clubs: readonly (Club | ClubFile)[],
  ...flags: readonly string[]
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'showfield-clubs-'))
  try {
    for (const club of clubs) {
      const file = 'file' in club ? club.file : club
      const path = join(folder, `${file.club.slug}.json`)
      await writeFile(path, JSON.stringify(file))
      const { code, output } = await product.club('import', path, ...new Set(['--yes', ...flags]))
      if (code !== 0) throw new Error(output)
      // a file gives no role
      for (const { email_address: email = '', settings } of file.members ?? []) {
        if (settings?.moderator !== true) continue
        const made = await product.club('members', 'moderator', email, 'on', '--tenant', file.club.slug)
        if (made.code !== 0) throw new Error(made.output)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The ids of a club's events, by name. */
export type EventIds<C extends Club> = Record<C extends Club<infer E> ? E : never, number>

/** Imports the club, and finds its upcoming events. */
export async function importEvents<C extends Club>(product: Product, club: C): Promise<EventIds<C>> {
  await importClubs(product, [club])
  const { events } = await asVisitor(product, club.subdomain).call('get_upcoming_events', {})
  return Object.fromEntries(events.map(({ id, name }) => [name, id])) as EventIds<C>
}
