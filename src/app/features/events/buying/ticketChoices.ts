// The tickets that somebody wants at an event: the form's shape, what they come to, and what is sent.
import type { EventPayload } from '../../../../contract/eventOrders.ts'
import { Failure } from '../../../../contract/failures.ts'
import { type ClubEvent, type EventTicket, findTicketWindow } from '../../../../domain/event.ts'
import type { PersonalInfo } from '../../../../domain/membership.ts'
import { toCents } from '../../../../domain/money.ts'
import { trimPersonal } from '../../../wizard/fields/personalInfo.ts'
import { listGiven, type OptionAnswers } from './optionValues.ts'

/** One kind of ticket in the form. A form keeps a list of them, with one for each kind that was ever chosen. */
export interface TicketChoice {
  /** The id of the kind of ticket. */
  ticket: number
  quantity: number
  /** The answers for each ticket, from the first on. Those beyond the quantity come back with it. */
  values: OptionAnswers[]
  /** How many are left, where that is fewer than the quantity; null while there are enough. */
  left: number | null
  /** The server has refused it, because its sale has ended. */
  hasEnded: boolean
}

export function toNewChoice(ticket: number, quantity: number): TicketChoice {
  return { ticket, quantity, values: [], left: null, hasEnded: false }
}

/** Those that are bought, in the order of the form. The lines of the order are in the same order. */
export function listChosen(choices: readonly TicketChoice[]): TicketChoice[] {
  return choices.filter(({ quantity }) => quantity > 0)
}

export function countTickets(choices: readonly TicketChoice[]): number {
  return choices.reduce((sum, { quantity }) => sum + quantity, 0)
}

/** The price of all tickets, before discounts, fee and taxes. */
export function findTicketsCents(tickets: readonly EventTicket[], choices: readonly TicketChoice[]): number {
  return choices.reduce((sum, { ticket, quantity }) => {
    const price = tickets.find(({ id }) => id === ticket)?.price ?? 0
    return sum + toCents(price) * quantity
  }, 0)
}

/** What of the choices decides the price. A kind that the club has taken away has none. */
export function toPricedLines(tickets: readonly EventTicket[], choices: readonly TicketChoice[]) {
  return listChosen(choices)
    .filter(({ ticket }) => tickets.some(({ id }) => id === ticket))
    .map(({ ticket, quantity }) => ({ ticket, quantity }))
}

type TicketsPayload = NonNullable<EventPayload['tickets']>

/** The lines of an order: what decides the price, and each ticket's answers. */
export function toTicketLines(
  tickets: readonly EventTicket[],
  choices: readonly TicketChoice[],
): TicketsPayload['tickets'] {
  return listChosen(choices).map(({ ticket, quantity, values }) => {
    const options = tickets.find(({ id }) => id === ticket)?.options ?? []
    return {
      ticket,
      quantity,
      values: Array.from({ length: quantity }, (_, ticketIndex) =>
        listGiven(options, values[ticketIndex]).map((value) => ({ ticketIndex, value })),
      ).flat(),
    }
  })
}

/** What is sent of the tickets and of who buys them; undefined if none was chosen. */
export function toTicketsPayload(
  tickets: readonly EventTicket[],
  choices: readonly TicketChoice[],
  personal: PersonalInfo,
): TicketsPayload | undefined {
  if (countTickets(choices) === 0) return undefined
  const { fname, lname, address1, address2, city, state, zip, phone, email, allowEmailMarketing } =
    trimPersonal(personal)
  return {
    tickets: toTicketLines(tickets, choices),
    name: `${fname} ${lname}`,
    address: `${address1} ${address2}`.trim(),
    city,
    state,
    zip,
    phone,
    email,
    allowEmailMarketing,
  }
}

export interface TicketRepair {
  event: ClubEvent
  /** The order's lines before those of the tickets: vehicles and spaces. */
  linesBefore: number
  /** How many are left of a kind, as far as known. */
  findLeft(ticket: EventTicket): number
  /** By the server's clock; epoch milliseconds. */
  now: number
}

/**
 * Marks the kinds of ticket that the server has refused, as sold out or as no longer on sale. No quantity
 * changes: the buyer is told how many are left, and chooses. Undefined if the failure is about nothing here.
 */
export function repairTickets(
  choices: readonly TicketChoice[],
  error: unknown,
  { event, linesBefore, findLeft, now }: TicketRepair,
): TicketChoice[] | undefined {
  if (!(error instanceof Failure)) return undefined
  const find = (id: number) => event.tickets.find((ticket) => ticket.id === id)
  const chosen = listChosen(choices)
  if (error.code === 'sold-out') {
    const lost = listLostLines(error).map((line) => chosen[line - linesBefore]?.ticket)
    return mark(choices, lost, (choice) => {
      const ticket = find(choice.ticket)
      // the number may be some seconds old, and then too high
      const known = ticket === undefined ? 0 : findLeft(ticket)
      return { ...choice, left: Math.max(0, Math.min(known, choice.quantity - 1)) }
    })
  }
  if (error.code !== 'ticket-sales-ended') return undefined
  const ended = chosen.filter(({ ticket }) => {
    const known = find(ticket)
    return known === undefined || !isTicketOnSale(event, known, now)
  })
  return mark(
    choices,
    ended.map(({ ticket }) => ticket),
    (choice) => ({ ...choice, hasEnded: true }),
  )
}

/** The places of what is sold out, among the lines of the order. */
export function listLostLines(error: Failure): number[] {
  return (error.details.faults ?? []).flatMap(({ path }) => {
    const [, number] = /^order\.lines\.(\d+)$/.exec(path) ?? []
    return number === undefined ? [] : [Number(number)]
  })
}

function mark(
  choices: readonly TicketChoice[],
  lost: readonly (number | undefined)[],
  toMarked: (choice: TicketChoice) => TicketChoice,
): TicketChoice[] | undefined {
  if (!choices.some(({ ticket, quantity }) => quantity > 0 && lost.includes(ticket))) return undefined
  return choices.map((choice) =>
    choice.quantity > 0 && lost.includes(choice.ticket) ? toMarked(choice) : choice,
  )
}

/** Between the first and the last instant of its own sale, and not after the event. */
export function isTicketOnSale(event: ClubEvent, ticket: EventTicket, now: number): boolean {
  return findTicketWindow({ ...event, tickets: [ticket] }, now, true).state === 'open'
}
