// A form's limits count for what is typed. A member's own stored value may be another and is taken unchanged.
import type { Member } from '../../../domain/member.ts'
import { isSameText, listOwnPhones, storedLengths } from '../../../domain/shapes/personLengths.ts'
import { findStateFault, type StateFault, toStatePlace } from '../../../domain/shapes/state.ts'
import type { StoredClub } from '../../club/db/club.ts'
import { findMember } from '../../member/db/member.ts'
import type { QuoteContext } from '../goods.ts'
import { toInvalid } from '../payload.ts'

export interface TypedValue {
  /** The field in the payload. */
  readonly field: string
  readonly value: string
  /** What is wrong with it, unless it is the member's own. */
  readonly fault: string | undefined
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
  zip: ({ zip }) => [zip],
  country: ({ country }) => [country],
  phone: listOwnPhones,
  email: ({ email_address }) => [email_address],
  email_address: ({ email_address }) => [email_address],
}

export function findLongFault(value: string, most: number): string | undefined {
  return value.length > most ? `must have at most ${most} characters` : undefined
}

const stateFaults: Readonly<Record<StateFault, string>> = {
  missing: 'must not be empty',
  'not-two-letters': 'must be two letters',
  'too-long': `must have at most ${storedLengths.state} characters`,
}

/** A state that a form asks for: which one it is, its country decides, or the club's. */
export function toTypedState(
  path: string,
  { state = '', country }: { readonly state?: string | undefined; readonly country?: string | undefined },
  club: Pick<StoredClub, 'country'>,
): TypedValue {
  const fault = findStateFault(state, toStatePlace(country, club.country))
  return {
    field: `${path}state`,
    value: state,
    fault: fault && stateFaults[fault],
    own: (member) => (state === '' ? [] : [member.state]),
  }
}

/** Each field of a form that has a length. `path`: that of the form in the payload, with its dot. */
export function listTyped(
  path: string,
  values: Readonly<Record<string, unknown>>,
  lengths: Readonly<Record<string, number>>,
): TypedValue[] {
  return Object.entries(lengths).map(([field, most]) => {
    const value = String(values[field] ?? '')
    return {
      field: `${path}${field}`,
      value,
      fault: findLongFault(value, most),
      own: stored[field] ?? (() => []),
    }
  })
}

/** Fails with `invalid-input` for values with a fault, unless they are the signed-in member's own. */
export async function requireTypedLengths(
  { tx, member }: Pick<QuoteContext, 'tx' | 'member'>,
  values: readonly TypedValue[],
  payload = 'order.payload',
): Promise<void> {
  const faulty = values.filter(({ fault }) => fault !== undefined)
  if (faulty.length === 0) return
  const person = member === null ? undefined : await findMember(tx, member.id)
  const wrong = faulty.filter(
    ({ value, own }) => person === undefined || !own(person).some((known) => isSameText(known, value)),
  )
  if (wrong.length === 0) return
  const faults = wrong.map(({ field, fault = '' }) => ({ path: `${payload}.${field}`, message: fault }))
  throw toInvalid(faults)
}
