// How many of each kind of ticket a buyer can have now.
import type { EventTicket } from '../../../../domain/event.ts'
import type { Availability } from './useAvailability.ts'

/** Before the first answer, what the event itself says. */
export function toTicketsLeft(availability: Availability | undefined): (ticket: EventTicket) => number {
  return ({ id, remaining }) =>
    availability?.tickets.find((ticket) => ticket.id === id)?.remaining ?? remaining
}
