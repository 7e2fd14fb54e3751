// What a look-up has found, as the lines that its screen shows.
import type { Accepted } from '../../../../contract/caller.ts'
import { findDay } from '../../../../domain/day.ts'

export type FoundPurchases = Accepted<'find_entry'>

export interface FoundTicket {
  id: number
  /** Undefined for a kind of ticket that the answer does not name. */
  type: string | undefined
  /** What the buyer wrote or chose for it, joined by commas; '' for nothing. */
  values: string
  /** 'YYYY-MM-DD' */
  day: string
  /** Only the signed-in buyer gets it. */
  code: string | undefined
  isUsed: boolean
}

/** Days are those of the event's place. */
export function listTickets({ tickets, ticketTypes }: FoundPurchases, timeZone: string): FoundTicket[] {
  const types = new Map(ticketTypes.map(({ id, description }) => [id, description]))
  return tickets.map(({ id, eventticket, values, created, code, used }) => ({
    id,
    type: types.get(eventticket) || undefined,
    values: values
      .map(({ value }) => value)
      .filter((value) => value !== '')
      .join(', '),
    day: findDay(Date.parse(created), timeZone),
    code,
    isUsed: used,
  }))
}

export interface FoundCar {
  id: number
  number: string
  /** Year, make and model. */
  vehicle: string
  carClass: { number: number; description: string }
  day: string
}

export function listCars({ entries }: FoundPurchases, timeZone: string): FoundCar[] {
  return entries.map(({ id, car_number, year, make, model, carClass, created }) => ({
    id,
    number: car_number,
    vehicle: [year, make, model].filter((part) => part !== '').join(' '),
    carClass,
    day: findDay(Date.parse(created), timeZone),
  }))
}

/** A line for each vendor, such as "A-1, A-2". */
export function listSpaces({ vendors }: FoundPurchases): { id: number; spaces: string }[] {
  return vendors
    .filter(({ elements }) => elements.length > 0)
    .map(({ id, elements }) => ({ id, spaces: elements.map(({ row, num }) => `${row}-${num}`).join(', ') }))
}
