// What officers do when a member pays in cash or by cheque.
import { findDay } from '../../../../domain/day.ts'
import { isExpired } from '../../../../domain/member.ts'
import type { HandMode } from '../../../../domain/order.ts'
import { getTimeZone } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import type { BookedMember } from '../../../member/db/memberBook.ts'
import { chooseMember, nameMember } from '../../../member/officers/memberChoice.ts'
import { type ActContext, fail } from '../../../officers/act.ts'
import { findUndoneJoining } from '../../../order/db/handSale.ts'
import { type HandSale, priceByHand, refuseUnsold, sellByHand } from '../../../order/officers/handSale.ts'
import { asMember } from '../../../order/renewals/asMember.ts'

interface Dues {
  readonly member: string
  readonly years: number | undefined
  readonly paid: HandMode
  readonly note: string | undefined
  readonly date: string | undefined
  /** What came, in cents, if it is less than it costs. */
  readonly amount: number | undefined
  /** At the price for joining, of a member whose membership is over. */
  readonly joining: boolean
  readonly 'dry-run': boolean
  /** Also if they have paid lately. */
  readonly yes: boolean
}

/** A renewal, as online, or joining anew. It locks the member, so that two officers who take the same dues take them one after the other. */
export async function takeDues(tx: Tx, context: ActContext, given: Dues) {
  const member = await chooseMember(tx, given.member)
  refuseUnpayable(member)
  if (given.joining && !isExpired(member, findDay(context.now, await getTimeZone(tx)))) {
    fail('not-possible', { why: 'not-over', member: nameMember(member) })
  }
  if (!given.joining && !given.yes) {
    const order = await findUndoneJoining(tx, member.id)
    if (order !== undefined) fail('needs-yes', { why: 'never-paid', member: nameMember(member), order })
  }
  const sale: HandSale = {
    request: { kind: given.joining ? 'membership' : 'renewal', payload: { years: given.years ?? 1 } },
    member: asMember(member.id, 0),
    ...{ paid: given.paid, note: given.note, again: given.yes },
    ...{ day: given.date, amountCents: given.amount },
  }
  return refuseUnsold(async () =>
    given['dry-run']
      ? { member, foreseen: await priceByHand(tx, context, sale) }
      : { member, order: await sellByHand(tx, context, sale) },
  )
}

function refuseUnpayable(member: BookedMember): void {
  const name = nameMember(member)
  if (member.parent !== null) {
    fail('not-possible', { why: 'additional-login', member: name, parent: member.parent, wanted: 'dues' })
  }
  if (member.life) fail('not-possible', { why: 'life-member', member: name })
  if (member.suspendedAt !== null) fail('not-possible', { why: 'is-suspended', member: name })
  if (member.type === 0) fail('not-possible', { why: 'no-type', member: name })
}
