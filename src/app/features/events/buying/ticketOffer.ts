// Which of an event's tickets a buyer is shown, and why one of them cannot be bought now.
import { type ClubEvent, type EventTicket, findTicketWindow } from '../../../../domain/event.ts'
import { isTicketOnSale, type TicketChoice } from './ticketChoices.ts'

/** `startsAt` in epoch milliseconds. */
export type TicketState = { is: 'on-sale' | 'sold-out' | 'ended' } | { is: 'not-begun'; startsAt: number }

export interface OfferedTicket {
  ticket: EventTicket
  state: TicketState
  /** How many this buyer can have, with those that their own order holds. */
  left: number
}

export interface TicketOffer {
  event: ClubEvent
  /** Without a vehicle or a space in the order: then only what is public is sold. */
  isAlone: boolean
  findLeft(ticket: EventTicket): number
  /** By the server's clock; epoch milliseconds. */
  now: number
}

/** All kinds that can still be had or were chosen; `shown` stay although they are sold out meanwhile. */
export function listOffered(
  { event, isAlone, findLeft, now }: TicketOffer,
  choices: readonly TicketChoice[],
  shown: ReadonlySet<number>,
): OfferedTicket[] {
  return event.tickets.flatMap((ticket) => {
    const left = findLeft(ticket)
    const isChosen = choices.some((choice) => choice.ticket === ticket.id && choice.quantity > 0)
    const state = findState(event, ticket, left, now)
    const isSold = !isAlone || ticket.availability === 0
    const isToBeHad = isSold && (state.is === 'on-sale' || state.is === 'not-begun')
    return isToBeHad || isChosen || shown.has(ticket.id) ? [{ ticket, state, left }] : []
  })
}

function findState(event: ClubEvent, ticket: EventTicket, left: number, now: number): TicketState {
  const window = findTicketWindow({ ...event, tickets: [ticket] }, now, true)
  if (window.state === 'not-begun') return { is: 'not-begun', startsAt: window.startsAt }
  if (window.state !== 'open') return { is: 'ended' }
  return { is: left > 0 ? 'on-sale' : 'sold-out' }
}

/** Whether the picker has a place in a form that is about something else. */
export function isAnyTicketOnSale(event: ClubEvent, now: number): boolean {
  return event.tickets.some((ticket) => isTicketOnSale(event, ticket, now))
}
