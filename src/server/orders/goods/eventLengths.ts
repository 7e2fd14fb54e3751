// How long each value of an order at an event may be, by the form in which it is typed.
import type { z } from 'zod'
import type { eventPayload } from '../../../contract/eventOrders.ts'
import type { Member } from '../../../domain/member.ts'
import { personalInfoLimits } from '../../../domain/membership.ts'
import { ticketBuyerLimits, vendorLimits } from '../../../domain/sales/buyerLimits.ts'
import { listOwnPhones } from '../../../domain/shapes/personLengths.ts'
import type { QuoteContext } from '../goods.ts'
import { requireTypedLengths, type TypedValue } from './typedLengths.ts'

type Payload = z.output<typeof eventPayload>

export function requireEventLengths(
  context: QuoteContext,
  { entries, vendor, tickets }: Payload,
): Promise<void> {
  return requireTypedLengths(context, [
    ...entries.flatMap((entry, index) => listTyped(`entries.${index}`, entry, personalInfoLimits)),
    ...(vendor === undefined ? [] : listTyped('vendor', vendor, vendorLimits)),
    ...(tickets === undefined ? [] : listTyped('tickets', tickets, ticketBuyerLimits)),
  ])
}

/** What the member's record has of a field. A name is in one field or in two. */
const stored: Readonly<Record<string, (member: Member) => readonly string[]>> = {
  fname: ({ fname }) => [fname],
  lname: ({ lname }) => [lname],
  name: ({ fname, lname }) => [`${fname} ${lname}`],
  partner: ({ partner }) => [partner],
  address: ({ address }) => [address],
  address1: ({ address }) => [address],
  city: ({ city }) => [city],
  state: ({ state }) => [state],
  zip: ({ zip }) => [zip],
  country: ({ country }) => [country],
  phone: listOwnPhones,
  email: ({ email_address }) => [email_address],
}

function listTyped(
  path: string,
  values: Readonly<Record<string, unknown>>,
  limits: Readonly<Record<string, { readonly most: number }>>,
): TypedValue[] {
  return Object.entries(limits).map(([field, { most }]) => ({
    field: `${path}.${field}`,
    value: String(values[field] ?? ''),
    most,
    own: stored[field] ?? (() => []),
  }))
}
