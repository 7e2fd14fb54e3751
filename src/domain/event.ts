// An event as everybody may see it, and which parts of its panel are open at an instant.
import type { z } from 'zod'
import { findDay, toInstant } from './day.ts'
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
import type { vendorWire } from './shapes/vendor.ts'
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

export interface OpenDoors {
  registration: boolean
  vendor: boolean
  tickets: boolean
  volunteer: boolean
}

function isBetween(start: string | null, end: string | null, now: number): boolean {
  return start !== null && end !== null && Date.parse(start) < now && now < Date.parse(end)
}

const shut: OpenDoors = { registration: false, vendor: false, tickets: false, volunteer: false }

/** Whether volunteers may sign up at an instant. Which shifts a person may see is another question. */
export function isVolunteering(
  event: EventDays & Pick<ClubEvent, 'workerSignup' | 'workerStartDate' | 'workerEndDate'>,
  now: number,
): boolean {
  return (
    event.workerSignup && isBetween(event.workerStartDate, event.workerEndDate, now) && !isOver(event, now)
  )
}

/** Which blocks of the event's panel show; `now` in epoch milliseconds. After the event none does. */
export function findOpenDoors(event: ClubEvent, now: number, signedIn: boolean): OpenDoors {
  if (isOver(event, now)) return shut
  return {
    registration: event.registration && isBetween(event.reg_startdate, event.reg_enddate, now),
    vendor: event.maps.some(
      (map) => map.available && isBetween(map.availableStartdate, map.availableEnddate, now),
    ),
    tickets: event.tickets.some(
      (ticket) => ticket.availability === 0 && isBetween(ticket.startdate, ticket.enddate, now),
    ),
    volunteer: isVolunteering(event, now) && (signedIn || event.publicScheduleCount > 0),
  }
}
