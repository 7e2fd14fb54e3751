// How long each value of an order at an event may be, by the form in which it is typed.
import type { z } from 'zod'
import type { eventPayload } from '../../../contract/eventOrders.ts'
import { personalInfoLimits } from '../../../domain/membership.ts'
import { storedLengths, ticketBuyerLengths, vendorLengths } from '../../../domain/shapes/personLengths.ts'
import type { QuoteContext } from '../goods.ts'
import {
  findLongFault,
  listTyped,
  requireTypedLengths,
  type TypedValue,
  toTypedState,
} from './typedLengths.ts'

type Payload = z.output<typeof eventPayload>

export function requireEventLengths(
  context: QuoteContext,
  { entries, vendor, tickets }: Payload,
): Promise<void> {
  // at the gate a name is enough
  const listStates = (path: string, address: { state: string; country?: string }) =>
    context.isByOfficer === true ? [] : [toTypedState(path, address, context.club)]
  return requireTypedLengths(context, [
    ...entries.flatMap((entry, index) => [
      ...listTyped(`entries.${index}.`, entry, entrantLengths),
      toWholeAddress(`entries.${index}`, entry),
      ...listStates(`entries.${index}.`, entry),
    ]),
    ...(vendor === undefined
      ? []
      : [...listTyped('vendor.', vendor, ofVendor), ...listStates('vendor.', vendor)]),
    ...(tickets === undefined
      ? []
      : [...listTyped('tickets.', tickets, ticketLengths), ...listStates('tickets.', tickets)]),
  ])
}

const { state: _, ...ofEntrant } = personalInfoLimits
const entrantLengths = Object.fromEntries(Object.entries(ofEntrant).map(([field, { most }]) => [field, most]))
const { state: __, ...ofVendor } = vendorLengths
const { fname, lname, address1, state: ___, ...others } = ticketBuyerLengths
/** The call has one name and one address, the form two names. */
const ticketLengths = { ...others, name: fname + 1 + lname, address: address1 }

/** Both lines are stored as one. A member's own first line may take all the room. */
function toWholeAddress(path: string, entry: Payload['entries'][number]): TypedValue {
  return {
    field: `${path}.address2`,
    value: toEntrantAddress(entry),
    fault: findLongFault(toEntrantAddress(entry), storedLengths.address),
    own: () => [],
  }
}

/** As it is stored. */
export function toEntrantAddress({ address1, address2 }: { address1: string; address2: string }): string {
  return `${address1} ${address2}`.trim()
}
