// What keeps a choice of tickets from being complete.
import type { EventTicket } from '../../../../domain/event.ts'
import { mostLines } from '../../../../domain/order.ts'
import { type AnswerFault, listOptionFaults } from './optionValues.ts'
import { listChosen, type TicketChoice } from './ticketChoices.ts'

export interface TicketChecks {
  tickets: readonly EventTicket[]
  choices: readonly TicketChoice[]
  /** Where the choices are in the form. */
  name: string
  /** Without a ticket the step is not complete. */
  isNeeded: boolean
  /** The order's other lines: vehicles and spaces. */
  otherLines: number
}

export type QuantityFault =
  | { is: 'gone' | 'ended' | 'sold-out' }
  | { is: 'few-left'; left: number }
  | { is: 'over-limit'; limit: number }

export type TicketFault =
  | AnswerFault
  | ({ field: string } & ({ is: 'none-chosen' } | { is: 'too-many-kinds'; most: number } | QuantityFault))

/** In the order of the form. A fault of the whole is at `name`, one of a kind at its quantity. */
export function listTicketFaults(checks: TicketChecks): TicketFault[] {
  const { tickets, choices, name, isNeeded, otherLines } = checks
  const chosen = listChosen(choices)
  if (chosen.length === 0) return isNeeded ? [{ field: name, is: 'none-chosen' }] : []
  const most = Math.max(0, mostLines - otherLines)
  if (chosen.length > most) return [{ field: name, is: 'too-many-kinds', most }]
  return choices.flatMap((choice, at): TicketFault[] => {
    if (choice.quantity === 0) return []
    const ticket = tickets.find(({ id }) => id === choice.ticket)
    const fault = findQuantityFault(choice, ticket)
    const faults = fault === undefined ? [] : [{ field: toQuantityField(name, at), ...fault }]
    if (ticket === undefined) return faults
    const answers = Array.from({ length: choice.quantity }, (_, index) =>
      listOptionFaults(ticket.options, choice.values[index], toAnswersPath(name, at, index)),
    )
    return [...faults, ...answers.flat()]
  })
}

/** Why the quantity of one kind cannot be bought; undefined if it can. */
export function findQuantityFault(
  { quantity, left, hasEnded }: TicketChoice,
  ticket: EventTicket | undefined,
): QuantityFault | undefined {
  if (quantity === 0) return undefined
  if (ticket === undefined) return { is: 'gone' }
  if (hasEnded) return { is: 'ended' }
  if (left === 0) return { is: 'sold-out' }
  if (left !== null && quantity > left) return { is: 'few-left', left }
  return quantity <= ticket.limit ? undefined : { is: 'over-limit', limit: ticket.limit }
}

export function toQuantityField(name: string, at: number): string {
  return `${name}.${at}.quantity`
}

/** Where the answers for one ticket are in the form. */
export function toAnswersPath(name: string, at: number, index: number): string {
  return `${name}.${at}.values.${index}`
}
