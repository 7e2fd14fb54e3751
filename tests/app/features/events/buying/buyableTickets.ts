// An event with tickets, for tests of what buyers choose.
import type { ClubEvent, EventOption, EventTicket } from '../../../../../src/domain/event.ts'
import { emptyPersonalInfo, type PersonalInfo } from '../../../../../src/domain/membership.ts'

export const now = Date.parse('2026-06-01T12:00:00Z')

export function makeOption(id: number, fields: Partial<EventOption> = {}): EventOption {
  return { id, label: `Question ${id}`, subLabel: '', type: 1, choices: [], required: false, ...fields }
}

export function makeTicket(id: number, fields: Partial<EventTicket> = {}): EventTicket {
  return {
    id,
    description: `Ticket ${id}`,
    price: 12.5,
    limit: 4,
    remaining: 10,
    availability: 0,
    startdate: '2026-05-01T00:00:00Z',
    enddate: '2026-06-10T00:00:00Z',
    imageData: '',
    info: '',
    options: [],
    ...fields,
  }
}

export function makeEvent(tickets: EventTicket[]): ClubEvent {
  const event: Partial<ClubEvent> = {
    id: 3,
    startDate: '2026-06-12',
    endDate: '2026-06-13',
    timeZone: 'America/New_York',
    tickets,
  }
  return event as ClubEvent
}

export const buyer: PersonalInfo = {
  ...emptyPersonalInfo,
  fname: ' Ada ',
  lname: 'Byron',
  address1: '1 Main St',
  city: 'Dayton',
  state: 'OH',
  zip: '45402',
  phone: '9375550100',
  email: 'ada@example.org',
}
