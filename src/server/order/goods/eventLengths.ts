// How long each value of an order at an event may be, by the form in which it is typed.
import type { z } from 'zod'
import type { eventPayload } from '../../../contract/eventOrders.ts'
import { personalInfoLimits } from '../../../domain/membership.ts'
import { storedLengths, ticketBuyerLengths, vendorLengths } from '../../../domain/shapes/personLengths.ts'
import type { QuoteContext } from '../goods.ts'
import { listTyped, requireTypedLengths, type TypedValue } from './typedLengths.ts'

type Payload = z.output<typeof eventPayload>

export function requireEventLengths(
  context: QuoteContext,
  { entries, vendor, tickets }: Payload,
): Promise<void> {
  return requireTypedLengths(context, [
    ...entries.flatMap((entry, index) => [
      ...listTyped(`entries.${index}.`, entry, entrantLengths),
      toWholeAddress(`entries.${index}`, entry),
    ]),
    ...(vendor === undefined ? [] : listTyped('vendor.', vendor, vendorLengths)),
    ...(tickets === undefined ? [] : listTyped('tickets.', tickets, ticketLengths)),
  ])
}

const entrantLengths = Object.fromEntries(
  Object.entries(personalInfoLimits).map(([field, { most }]) => [field, most]),
)
const { fname, lname, address1, ...others } = ticketBuyerLengths
/** The call has one name and one address, the form two names. */
const ticketLengths = { ...others, name: fname + 1 + lname, address: address1 }

/** Both lines are stored as one. A member's own first line may take all the room. */
function toWholeAddress(path: string, entry: Payload['entries'][number]): TypedValue {
  return {
    field: `${path}.address2`,
    value: toEntrantAddress(entry),
    most: storedLengths.address,
    own: () => [],
  }
}

/** As it is stored. */
export function toEntrantAddress({ address1, address2 }: { address1: string; address2: string }): string {
  return `${address1} ${address2}`.trim()
}
