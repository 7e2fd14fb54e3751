// How long each value of an order at an event may be, by the form in which it is typed.
import type { z } from 'zod'
import type { eventPayload } from '../../../contract/eventOrders.ts'
import type { Member } from '../../../domain/member.ts'
import { personalInfoLimits } from '../../../domain/membership.ts'
import {
  listOwnPhones,
  storedLengths,
  ticketBuyerLengths,
  vendorLengths,
} from '../../../domain/shapes/personLengths.ts'
import type { QuoteContext } from '../goods.ts'
import { requireTypedLengths, type TypedValue } from './typedLengths.ts'

type Payload = z.output<typeof eventPayload>

export function requireEventLengths(
  context: QuoteContext,
  { entries, vendor, tickets }: Payload,
): Promise<void> {
  return requireTypedLengths(context, [
    ...entries.flatMap((entry, index) => [
      ...listTyped(`entries.${index}`, entry, entrantLengths),
      toWholeAddress(`entries.${index}`, entry),
    ]),
    ...(vendor === undefined ? [] : listTyped('vendor', vendor, vendorLengths)),
    ...(tickets === undefined ? [] : listTyped('tickets', tickets, ticketLengths)),
  ])
}

const entrantLengths = Object.fromEntries(
  Object.entries(personalInfoLimits).map(([field, { most }]) => [field, most]),
)
const { fname, lname, address1, ...others } = ticketBuyerLengths
/** The call has one name and one address, the form two names. */
const ticketLengths = { ...others, name: fname + 1 + lname, address: address1 }

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

function listTyped(
  path: string,
  values: Readonly<Record<string, unknown>>,
  lengths: Readonly<Record<string, number>>,
): TypedValue[] {
  return Object.entries(lengths).map(([field, most]) => ({
    field: `${path}.${field}`,
    value: String(values[field] ?? ''),
    most,
    own: stored[field] ?? (() => []),
  }))
}
