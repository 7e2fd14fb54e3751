// A form's limits count for what is typed. A member's own stored value may be longer and is taken unchanged.
import type { Member } from '../../../domain/member.ts'
import { isSameText, listOwnPhones } from '../../../domain/shapes/personLengths.ts'
import { findMember } from '../../member/db/member.ts'
import type { QuoteContext } from '../goods.ts'
import { toInvalid } from '../payload.ts'

export interface TypedValue {
  /** The field in the payload. */
  readonly field: string
  readonly value: string
  readonly most: number
  /** The stored values that it may equal. */
  own(member: Member): readonly string[]
}

/** What the member's record has of a field. A name is in one field or in two. */
const stored: Readonly<Record<string, TypedValue['own']>> = {
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
  email_address: ({ email_address }) => [email_address],
}

/** Each field of a form that has a length. `path`: that of the form in the payload, with its dot. */
export function listTyped(
  path: string,
  values: Readonly<Record<string, unknown>>,
  lengths: Readonly<Record<string, number>>,
): TypedValue[] {
  return Object.entries(lengths).map(([field, most]) => ({
    field: `${path}${field}`,
    value: String(values[field] ?? ''),
    most,
    own: stored[field] ?? (() => []),
  }))
}

/** Fails with `invalid-input` for values that are too long, unless they are the signed-in member's own. */
export async function requireTypedLengths(
  { tx, member }: Pick<QuoteContext, 'tx' | 'member'>,
  values: readonly TypedValue[],
  payload = 'order.payload',
): Promise<void> {
  const long = values.filter(({ value, most }) => value.length > most)
  if (long.length === 0) return
  const person = member === null ? undefined : await findMember(tx, member.id)
  const wrong = long.filter(
    ({ value, own }) => person === undefined || !own(person).some((known) => isSameText(known, value)),
  )
  if (wrong.length === 0) return
  const faults = wrong.map(({ field, most }) => ({
    path: `${payload}.${field}`,
    message: `must have at most ${most} characters`,
  }))
  throw toInvalid(faults)
}
