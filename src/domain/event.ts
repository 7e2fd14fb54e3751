// An event as everybody may see it, and which of its actions are open at an instant.
import type { z } from 'zod'
import { addDays, findDay, toInstant } from './day.ts'
import type { ScheduleDay } from './schedule.ts'
import type { eventWire } from './shapes/event.ts'
import type {
  classEntriesWire,
  classWire,
  criterionWire,
  elementWire,
  formWire,
  mapWire,
  optionWire,
  ticketWire,
} from './shapes/eventParts.ts'
import type { eventPlaceWire } from './shapes/eventPlace.ts'
import type { carWire, optionValue } from './shapes/showEntry.ts'
import type { soldVendorsWire, vendorWire } from './shapes/vendor.ts'
import { hourMs } from './time.ts'

export type ClubEvent = z.output<typeof eventWire>
export type EventOption = z.output<typeof optionWire>
export type OptionValue = z.output<typeof optionValue>
export type EventTicket = z.output<typeof ticketWire>
export type EventMap = z.output<typeof mapWire>
/** A place on a map that is no stall. `map` is the map's id. */
export type EventPlace = z.output<typeof eventPlaceWire>
export type MapElement = z.output<typeof elementWire>
export type EventVendor = z.output<typeof vendorWire>
export type SoldVendors = z.output<typeof soldVendorsWire>
export type EventClass = z.output<typeof classWire>
export type ClassEntries = z.output<typeof classEntriesWire>
/** A car of the event, without its owner. */
export type EventCar = z.output<typeof carWire>
export type JudgingForm = z.output<typeof formWire>
export type Criterion = z.output<typeof criterionWire>

/** The event of a pack, without the parts that the pack carries beside it. */
export type PackEvent = Omit<ClubEvent, 'maps' | 'vendors' | 'schedule' | 'tickets'> & {
  tickets: EventTicket[]
}

/** Everything that the viewer, the ballot and a judge need for one event (decisions/event-pack). */
export interface EventPack {
  success: true
  version: string
  /** Address of the club's logo, '' for none. The device saves it with the event's pictures. */
  clubLogo: string
  event: PackEvent
  maps: EventMap[]
  /** Missing in packs of earlier builds. */
  places?: EventPlace[]
  vendors: EventVendor[]
  schedule: ScheduleDay[]
  classes: EventClass[]
  entries: { classes: ClassEntries[]; cars: EventCar[] }
  forms: JudgingForm[]
  generatedAt: string
}

type EventDays = Pick<ClubEvent, 'startDate' | 'endDate' | 'timeZone'>

/** One of the event's days is today, where it takes place. */
export function isOn(event: EventDays, now: number): boolean {
  return event.startDate <= findDay(now, event.timeZone) && !isOver(event, now)
}

/** Its last day has ended, with the night after it. */
export function isOver({ startDate, endDate, timeZone }: EventDays, now: number): boolean {
  return (endDate || startDate) < findShowDay(now, timeZone)
}

/** Whoever bought at a show looks it up, and has it on their phone, for so many days after its end. */
export const pastDays = 60

/** What somebody had for it is shown and saved no more. */
export function isLongOver({ startDate, endDate, timeZone }: EventDays, now: number): boolean {
  return addDays(endDate || startDate, pastDays) < findDay(now, timeZone)
}

/** After midnight people still stand in the field: the programme of a day may run on into the night. */
const nightMs = 4 * hourMs

/** The day that a show still has, or has begun, at an instant. 'YYYY-MM-DD'; it ends at 4 in the morning. */
export function findShowDay(now: number, timeZone: string): string {
  return findDay(now - nightMs, timeZone)
}

/** When a day begins and when the night before it is over: then events come on and are over. */
export function listDayTurns(day: string, timeZone: string): number[] {
  const midnight = toInstant(day, '00:00', timeZone)
  return [midnight, midnight + nightMs]
}

/** Whether one of the event's actions can be used at an instant. */
export type ActionWindow =
  | { readonly state: 'open' }
  /** `startsAt` in epoch milliseconds. */
  | { readonly state: 'not-begun'; readonly startsAt: number }
  /** `day` was the last one, where the event takes place. */
  | { readonly state: 'ended'; readonly day: string }
  /** There are shifts for members, and none for visitors. */
  | { readonly state: 'members-only' }
  /** The club does not offer it. */
  | { readonly state: 'not-offered' }

interface Span {
  startsAt: number
  endsAt: number
}

const notOffered: ActionWindow = { state: 'not-offered' }

function listSpans(start: string | null, end: string | null): Span[] {
  return start === null || end === null ? [] : [{ startsAt: Date.parse(start), endsAt: Date.parse(end) }]
}

/** Several spans are one window from the first to the last. After the event every window has ended. */
function findWindow(event: EventDays, spans: readonly Span[], now: number): ActionWindow {
  if (spans.length === 0) return notOffered
  const hasEnded = isOver(event, now)
  if (!hasEnded) {
    if (spans.some(({ startsAt, endsAt }) => startsAt < now && now < endsAt)) return { state: 'open' }
    const later = spans.filter(({ startsAt }) => now <= startsAt)
    if (later.length > 0) {
      return { state: 'not-begun', startsAt: Math.min(...later.map(({ startsAt }) => startsAt)) }
    }
  }
  // the end is outside: what ends at midnight was open on the day before, and the next is still to come elsewhere
  const last = findDay(Math.max(...spans.map(({ endsAt }) => endsAt)) - 1, event.timeZone)
  const lastOfShow = event.endDate || event.startDate
  return { state: 'ended', day: hasEnded && lastOfShow < last ? lastOfShow : last }
}

type RegistrationRule = EventDays & Pick<ClubEvent, 'registration' | 'reg_startdate' | 'reg_enddate'>

export function findRegistrationWindow(event: RegistrationRule, now: number): ActionWindow {
  if (!event.registration) return notOffered
  return findWindow(event, listSpans(event.reg_startdate, event.reg_enddate), now)
}

/** When spaces of a map are sold, without the map. */
export type MapSale = Pick<EventMap, 'available' | 'availableStartdate' | 'availableEnddate'>

/** Sales have ended when they have on every map, also on one that is not for sale. */
export function findVendorWindow(
  event: EventDays & { readonly maps: readonly MapSale[] },
  now: number,
): ActionWindow {
  const find = (maps: readonly MapSale[]) =>
    findWindow(
      event,
      maps.flatMap(({ availableStartdate, availableEnddate }) =>
        listSpans(availableStartdate, availableEnddate),
      ),
      now,
    )
  const forSale = find(event.maps.filter(({ available }) => available))
  if (forSale.state === 'open' || forSale.state === 'not-begun') return forSale
  const all = find(event.maps)
  return all.state === 'ended' ? all : notOffered
}

type TicketRule = Pick<EventTicket, 'availability' | 'startdate' | 'enddate'>

/** Visitors buy only what is public. */
export function findTicketWindow(
  event: EventDays & { readonly tickets: readonly TicketRule[] },
  now: number,
  signedIn: boolean,
): ActionWindow {
  const forThem = event.tickets.filter(({ availability }) => signedIn || availability === 0)
  return findWindow(
    event,
    forThem.flatMap(({ startdate, enddate }) => listSpans(startdate, enddate)),
    now,
  )
}

type VolunteerRule = EventDays & Pick<ClubEvent, 'workerSignup' | 'workerStartDate' | 'workerEndDate'>

/** Whether volunteers may sign up at an instant. Which shifts a person may see is another question. */
export function isVolunteering(event: VolunteerRule, now: number): boolean {
  return findSignUpWindow(event, now).state === 'open'
}

function findSignUpWindow(event: VolunteerRule, now: number): ActionWindow {
  if (!event.workerSignup) return notOffered
  return findWindow(event, listSpans(event.workerStartDate, event.workerEndDate), now)
}

export function findVolunteerWindow(
  event: VolunteerRule & Pick<ClubEvent, 'publicScheduleCount'>,
  now: number,
  signedIn: boolean,
): ActionWindow {
  const window = findSignUpWindow(event, now)
  const isForMembers = window.state === 'open' && !signedIn && event.publicScheduleCount === 0
  return isForMembers ? { state: 'members-only' } : window
}

type DoorRules = RegistrationRule &
  VolunteerRule &
  Pick<ClubEvent, 'publicScheduleCount'> & {
    readonly maps: readonly MapSale[]
    readonly tickets: readonly TicketRule[]
  }

export interface OpenDoors {
  registration: boolean
  vendor: boolean
  tickets: boolean
  volunteer: boolean
}

/** Which blocks of the event's panel show; `now` in epoch milliseconds. After the event none does. */
export function findOpenDoors(event: DoorRules, now: number, signedIn: boolean): OpenDoors {
  return {
    registration: findRegistrationWindow(event, now).state === 'open',
    vendor: findVendorWindow(event, now).state === 'open',
    // the block shows for tickets that everybody may buy
    tickets: findTicketWindow(event, now, false).state === 'open',
    volunteer: findVolunteerWindow(event, now, signedIn).state === 'open',
  }
}
