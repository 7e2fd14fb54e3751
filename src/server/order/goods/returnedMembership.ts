// What a membership is after its order was given back: before an officer does it, and for whoever reads it afterwards.
import { isExpired } from '../../../domain/member.ts'
import type { Tx } from '../../db/open.ts'
import { findMembership } from '../../member/db/membership.ts'
import { findGiven } from '../db/given.ts'
import {
  findLaterMembership,
  findOrder,
  listNotTakenBack,
  type StoredLine,
  type StoredOrder,
} from '../db/order.ts'

export interface ReturnedMembership {
  /** The first day on which it is not valid any more. */
  readonly expiration: string
  readonly isOver: boolean
}

interface ForeseenReturn {
  /** Undefined where it cannot be taken back. */
  readonly left?: ReturnedMembership & { readonly memberId: number }
  /** The order that has extended the membership since, and that still stands. */
  readonly later?: { readonly memberId: number; readonly orderId: number }
}

/** What taking this line back would leave. Undefined for other goods. */
export async function foreseeReturn(
  tx: Tx,
  order: StoredOrder,
  line: StoredLine,
  today: string,
): Promise<ForeseenReturn | undefined> {
  const given = findGiven(line)
  if (given === undefined || !('memberId' in given)) return undefined
  const { memberId } = given
  const { id } = order
  const orderId = await findLaterMembership(tx, order, memberId)
  if (orderId !== undefined) return { later: { memberId, orderId } }
  const stored = await findMembership(tx, { memberId })
  if (stored === undefined || stored.life || stored.expiration !== given.expiration) return {}
  let expiration = given.from
  // what an older order gave goes with it
  for (const kept of await listNotTakenBack(tx, memberId)) {
    const older = kept.orderId === id ? undefined : await findOrder(tx, { id: kept.orderId })
    const one = older?.lines.find((its) => its.line === kept.line)
    const its = one && findGiven(one)
    if (older === undefined || (await findLaterMembership(tx, older, memberId, id)) !== undefined) continue
    if (its !== undefined && 'memberId' in its && its.expiration === expiration) expiration = its.from
  }
  return { left: { memberId, expiration, isOver: isExpired({ expiration }, today) } }
}

/** What an order that was given back has left. Undefined when the membership was changed again since. */
export async function findReturned(
  tx: Tx,
  { lines }: StoredOrder,
  today: string,
): Promise<ReturnedMembership | undefined> {
  for (const line of lines) {
    const given = line.state === 'returned' ? findGiven(line) : undefined
    if (given === undefined || !('memberId' in given)) continue
    const stored = await findMembership(tx, { memberId: given.memberId })
    if (stored === undefined || stored.life || stored.expiration > given.from) return undefined
    const { expiration } = stored
    return { expiration, isOver: isExpired(stored, today) }
  }
  return undefined
}
