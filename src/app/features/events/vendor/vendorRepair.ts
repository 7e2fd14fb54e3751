// What changes in a vendor's form after the server has refused the order. Nothing that was typed is lost.
import type { ClubEvent, EventMap, EventTicket } from '../../../../domain/event.ts'
import { listRefused } from '../buying/refusedFields.ts'
import { repairTickets } from '../buying/ticketChoices.ts'
import { toTicketField } from '../tickets/ticketFlow.ts'
import { listKeptSpaces, repairSpaces } from './chosenSpaces.ts'
import type { VendorValues } from './vendorForm.ts'

export interface VendorRepair {
  event: ClubEvent
  /** The maps on sale now. */
  onSale: readonly EventMap[]
  findLeft(ticket: EventTicket): number
  now: number
}

export function repairVendor(
  values: VendorValues,
  error: unknown,
  { event, onSale, findLeft, now }: VendorRepair,
): VendorValues | undefined {
  const sent = listKeptSpaces(event.maps, values)
  const lost = repairSpaces(values, error, { onSale, sent })
  const tickets = repairTickets(values.tickets, error, { event, linesBefore: sent.length, findLeft, now })
  if (lost !== undefined || tickets !== undefined) {
    return { ...values, lost: lost ?? values.lost, tickets: tickets ?? values.tickets }
  }
  const refused = listRefused(values, error, (path) => toField(values, path))
  return refused && { ...values, refused }
}

/** The field of a place in the payload. The tickets have the vendor's own name and address. */
function toField({ tickets }: VendorValues, path: string): string | undefined {
  if (path.startsWith('vendor.')) return path
  if (path.startsWith('tickets.tickets.')) return toTicketField(tickets, path)
  return path.startsWith('tickets.') ? path.replace('tickets.', 'vendor.') : undefined
}
