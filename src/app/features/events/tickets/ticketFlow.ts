// What buying tickets asks and sends, and what of it the server has refused.
import type { ClubEvent, EventTicket } from '../../../../domain/event.ts'
import { emptyPersonalInfo } from '../../../../domain/membership.ts'
import type { PersonalValues } from '../../../wizard/fields/personalInfo.ts'
import { toOptionKey } from '../buying/optionValues.ts'
import { listRefused, type RefusedField } from '../buying/refusedFields.ts'
import {
  listChosen,
  repairTickets,
  type TicketChoice,
  toPricedLines,
  toTicketsPayload,
} from '../buying/ticketChoices.ts'
import { toAnswersPath, toQuantityField } from '../buying/ticketFaults.ts'

export interface TicketValues extends PersonalValues {
  tickets: TicketChoice[]
  refused: RefusedField[]
}

export const emptyTickets: TicketValues = {
  personal: emptyPersonalInfo,
  tickets: [],
  refused: [],
  agreed: false,
}

/** What decides the price: answers do not. Undefined while nothing is chosen. */
export function toPricedTickets({ id, tickets }: ClubEvent, { tickets: choices }: TicketValues) {
  const lines = toPricedLines(tickets, choices)
  return lines.length === 0 ? undefined : { eventId: id, tickets: { tickets: lines } }
}

export function toTicketOrder({ id, tickets }: ClubEvent, { personal, tickets: choices }: TicketValues) {
  return { eventId: id, tickets: toTicketsPayload(tickets, choices, personal) }
}

export interface TicketFlowRepair {
  event: ClubEvent
  findLeft(ticket: EventTicket): number
  now: number
}

/** Marks what the server has not taken. Nothing that was typed or chosen is lost. */
export function repairTicketFlow(
  values: TicketValues,
  error: unknown,
  repair: TicketFlowRepair,
): TicketValues | undefined {
  const tickets = repairTickets(values.tickets, error, { ...repair, linesBefore: 0 })
  if (tickets !== undefined) return { ...values, tickets }
  const refused = listRefused(values, error, (path) => toTicketField(values.tickets, path))
  return refused && { ...values, refused }
}

const personalFields: Readonly<Record<string, string>> = { name: 'fname', address: 'address1' }

/** The field of a place in the payload. The payload has only the kinds that are bought. */
export function toTicketField(choices: readonly TicketChoice[], path: string): string | undefined {
  const [part, field, line, rest, index, option, more] = path.split('.')
  if (part !== 'tickets' || field === undefined) return undefined
  if (field !== 'tickets') return `personal.${personalFields[field] ?? field}`
  const choice = listChosen(choices)[Number(line)]
  if (choice === undefined) return undefined
  const at = choices.indexOf(choice)
  return rest === 'values' && option !== undefined && more === undefined
    ? `${toAnswersPath('tickets', at, Number(index))}.${toOptionKey(Number(option))}`
    : toQuantityField('tickets', at)
}
