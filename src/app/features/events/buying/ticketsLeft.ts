// How many of each kind of ticket a buyer can have now.
import type { EventTicket } from '../../../../domain/event.ts'
import type { Availability } from './useAvailability.ts'

/** What their own order holds is theirs, although the server counts it as taken. */
export function toTicketsLeft(
  availability: Availability | undefined,
  held: ReadonlyMap<number, number>,
): (ticket: EventTicket) => number {
  return ({ id, remaining }) => {
    const live = availability?.tickets.find((ticket) => ticket.id === id)?.remaining
    return (live ?? remaining) + (held.get(id) ?? 0)
  }
}
