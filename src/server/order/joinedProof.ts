// The proof that a browser placed an order. If that paid for a new membership, it counts as the mailed code for half an
// hour (rules/security 3.4). The order's key is no such proof: the receipt's link has it.
import type { Tx } from '../db/open.ts'
import { joinedProofLifeMs, placedProofLifeMs } from '../limits/times.ts'
import { findAccount, isUntouched } from '../member/db/member.ts'
import { createSealedProof, type Proven } from '../sealed/sealedProof.ts'
import { findMadeMembership } from './db/given.ts'
import { findOrder } from './db/order.ts'

export const { seal: sealPlaced, open: openPlaced } = createSealedProof(
  'browsers that placed an order',
  'orderId',
  placedProofLifeMs,
)

/**
 * The member whom the proven order has just paid for, and who was none before; undefined for nobody. Somebody else's older account
 * is never given to who pays for it, nor a free one to who types an address, nor one that anybody has had.
 */
export async function findJoined(
  tx: Tx,
  proof: Proven<'orderId'> | undefined,
  { tenantId, now }: { tenantId: number; now: number },
): Promise<number | undefined> {
  if (proof?.tenantId !== tenantId) return undefined
  const order = await findOrder(tx, { id: proof.orderId })
  if (order === undefined || order.paidAt === null) return undefined
  if (now - order.paidAt.getTime() >= joinedProofLifeMs || order.quote.grandTotalCents === 0) return undefined
  const made = findMadeMembership(order)
  if (made?.kind !== 'membership' || made.typeBefore !== undefined) return undefined
  const account = await findAccount(tx, { memberId: made.memberId })
  return account !== undefined && isUntouched(account) ? made.memberId : undefined
}
