// What officers do when somebody joins and pays in cash or by cheque.
import { findDay } from '../../../../domain/day.ts'
import type { HandMode } from '../../../../domain/order.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import type { ActContext } from '../../../officers/act.ts'
import { refuseUnsold, sellByHand } from '../../../order/officers/handSale.ts'
import { asMember } from '../../../order/renewals/asMember.ts'
import { addMember } from './memberActs.ts'

type Joining = Omit<Parameters<typeof addMember>[2], 'values'> & {
  readonly values: Omit<Parameters<typeof addMember>[2]['values'], 'expiration'>
  readonly paid: HandMode
  readonly years: number
  readonly note: string | undefined
  readonly day: string | undefined
  /** Also if somebody of this name has joined just now. */
  readonly again: boolean
}

/** Added, and sold the membership at the price for joining: both, or nothing. */
export async function addPaidMember(
  tx: Tx,
  context: ActContext,
  { paid, years, note, day, again, ...who }: Joining,
) {
  // what they pay for makes it valid
  const expiration = findDay(context.now, await getTimeZone(tx))
  const { id, type } = await addMember(tx, context, { ...who, values: { ...who.values, expiration } })
  const request = { kind: 'membership', payload: { years } }
  const sale = { request, member: asMember(id, 0), paid, note, day, again }
  const order = await refuseUnsold(() => sellByHand(tx, context, sale))
  return { id, type, order }
}
