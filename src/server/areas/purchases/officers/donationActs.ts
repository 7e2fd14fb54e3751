// What officers do when somebody gives the club cash or a cheque.
import type { HandMode } from '../../../../domain/order.ts'
import type { Tx } from '../../../db/open.ts'
import { chooseMember } from '../../../member/officers/memberChoice.ts'
import type { ActContext } from '../../../officers/act.ts'
import { type HandSale, priceByHand, refuseUnsold, sellByHand } from '../../../order/officers/handSale.ts'
import { findOrders } from '../../../order/officers/orderActs.ts'
import { asMember } from '../../../order/renewals/asMember.ts'

interface Days {
  readonly since: string | undefined
  readonly until: string | undefined
}

/** Those that were paid. */
export async function listDonations(tx: Tx, context: ActContext, days: Days) {
  const { timeZone, orders } = await findOrders(tx, context, { find: undefined, state: undefined, ...days })
  return { timeZone, orders: orders.filter(({ kind, paidAt }) => kind === 'donation' && paidAt !== null) }
}

interface Gift {
  readonly amount: number
  readonly member: string | undefined
  readonly first: string | undefined
  readonly last: string | undefined
  readonly email: string | undefined
  readonly paid: HandMode
  readonly note: string | undefined
  readonly date: string | undefined
  readonly 'dry-run': boolean
  /** Also if they have given the same just now. */
  readonly yes: boolean
}

/** A donation, as online: of a member, or of anybody with a name. `amount` is in cents. */
export async function takeDonation(tx: Tx, context: ActContext, given: Gift) {
  const member = given.member === undefined ? undefined : await chooseMember(tx, given.member)
  const { amount, first: fname, last: lname, email } = given
  const sale: HandSale = {
    request: { kind: 'donation', payload: { amount: amount / 100, fname, lname, email } },
    member: member === undefined ? null : asMember(member.id, 0),
    ...{ paid: given.paid, note: given.note, again: given.yes, day: given.date },
  }
  return refuseUnsold(async () =>
    given['dry-run']
      ? { foreseen: await priceByHand(tx, context, sale) }
      : { order: await sellByHand(tx, context, sale) },
  )
}
