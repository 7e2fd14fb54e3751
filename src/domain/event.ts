// An event as everybody may see it, and the doors that stand open at an instant.
import type { ScheduleDay } from './schedule.ts'

export interface EventImage {
  imageData: string
}

/** `type` 1 is a text, 2 a choice. */
export interface EventOption {
  id: number
  label: string
  subLabel: string
  type: 1 | 2
  choices: { id: number; label: string }[]
  required: boolean
}

export interface OptionValue {
  optionId: number
  value: string
}

export interface EventTicket {
  id: number
  description: string
  /** Dollars. */
  price: number
  limit: number
  remaining: number
  /** 0 is public, sold on the panel. */
  availability: number
  startdate: string
  enddate: string
  imageData: string
  info: string
  options: EventOption[]
}

export interface MapElement {
  id: number
  shape: 'box' | 'circle'
  x: number
  y: number
  w: number
  h: number
  a: number
  row: string
  num: string
  /** 1 swap, 2 food, 3 merchandise, otherwise any. */
  type: number
  cost: number
  notes: string
  available: boolean
}

export interface EventMap {
  id: number
  label: string
  backgroundImage: string
  memberDiscount: number
  available: boolean
  availableStartdate: string | null
  availableEnddate: string | null
  askVendorType: boolean
  askVendorTaxid: boolean
  askVendorDescription: boolean
  elements: MapElement[]
  reservations: { vendorId: number; eventMapElementId: number }[]
}

export interface EventVendor {
  id: number
  name: string
  goods: string
  vendorType: number
}

export interface EventClass {
  id: number
  number: number
  description: string
}

/** A car of the event, without its owner. */
export interface EventCar {
  number: string
  carClass: number
  year: string
  make: string
  model: string
  picture: string
}

export interface ClassEntries {
  carClass: number
  classDescription: string
  carNumbers: string[]
}

export interface Criterion {
  id: number
  title: string
  minScore: number
  maxScore: number
  weight: number
}

export interface JudgingForm {
  id: number
  title: string
  criteria: Criterion[]
}

/** Event: instants are ISO strings or null, days 'YYYY-MM-DD', money dollars. */
export interface ClubEvent {
  id: number
  name: string
  description: string
  place: string
  images: EventImage[]
  startDate: string
  endDate: string
  timeZone: string
  testMode: boolean
  agreement: string
  registration: boolean
  reg_price: number
  regMemberDiscount: number
  reg_startdate: string | null
  reg_enddate: string | null
  participantMessage: string
  typedMakeAndModel: boolean
  registrationOptions: EventOption[]
  ticketLabel: string
  ticketMessage: string
  tickets: EventTicket[]
  vendorMessage: string
  maps: EventMap[]
  vendors: EventVendor[]
  workerSignup: boolean
  workerStartDate: string | null
  workerEndDate: string | null
  workerMessage: string
  publicScheduleCount: number
  workerChoices: string
  preEventLine1: string
  preEventLine2: string
  /** JSON text of ScheduleDay[]. */
  schedule: string
  viewerNotes: string
  votingStart: string | null
  votingEnd: string | null
  votesPerClass: number
  /** 0 none, 1 ballot, 2 judging. */
  voting: number
}

/** The event of a pack: without what the pack carries beside it. */
export type PackEvent = Omit<ClubEvent, 'maps' | 'vendors' | 'schedule' | 'tickets'> & {
  tickets: EventTicket[]
}

/** Everything that the viewer, the ballot and a judge need of one event (decisions/event-pack). */
export interface EventPack {
  success: true
  version: string
  /** Address of the club's logo, '' for none: the device keeps it with the event's own pictures. */
  clubLogo: string
  event: PackEvent
  maps: EventMap[]
  vendors: EventVendor[]
  schedule: ScheduleDay[]
  classes: EventClass[]
  entries: { classes: ClassEntries[]; cars: EventCar[] }
  forms: JudgingForm[]
  generatedAt: string
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

/** Which blocks of the event's panel show; `now` in epoch milliseconds. */
export function findOpenDoors(event: ClubEvent, now: number, signedIn: boolean): OpenDoors {
  return {
    registration: event.registration && isBetween(event.reg_startdate, event.reg_enddate, now),
    vendor: event.maps.some(
      (map) => map.available && isBetween(map.availableStartdate, map.availableEnddate, now),
    ),
    tickets: event.tickets.some(
      (ticket) => ticket.availability === 0 && isBetween(ticket.startdate, ticket.enddate, now),
    ),
    volunteer:
      event.workerSignup &&
      isBetween(event.workerStartDate, event.workerEndDate, now) &&
      (signedIn || event.publicScheduleCount > 0),
  }
}
