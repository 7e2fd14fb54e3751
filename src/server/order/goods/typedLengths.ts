// A form's limits count for what is typed. A member's own stored value may be longer and is taken unchanged.
import type { Member } from '../../../domain/member.ts'
import { isSameText } from '../../../domain/shapes/personLengths.ts'
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

/** Fails with `invalid-input` for values that are too long, unless they are the signed-in member's own. */
export async function requireTypedLengths(
  { tx, member }: Pick<QuoteContext, 'tx' | 'tenant' | 'member'>,
  values: readonly TypedValue[],
  payload = 'order.payload',
): Promise<void> {
  const long = values.filter(({ value, most }) => value.length > most)
  if (long.length === 0) return
  const stored = member === null ? undefined : await findMember(tx, member.id)
  const wrong = long.filter(
    ({ value, own }) => stored === undefined || !own(stored).some((known) => isSameText(known, value)),
  )
  if (wrong.length === 0) return
  const faults = wrong.map(({ field, most }) => ({
    path: `${payload}.${field}`,
    message: `must have at most ${most} characters`,
  }))
  throw toInvalid(faults)
}
