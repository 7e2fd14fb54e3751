// How often the card provider is asked about one unfinished order, however often strangers make us want to know.

import type { TenantIdentity } from '../db/club/tenant.ts'
import type { StoredOrder } from '../db/orders/order.ts'
import type { Services } from '../services.ts'
import { mostDeclines } from './declines.ts'
import { isCaptured, type Settlement, type SettlementParts, settle } from './settlement.ts'

export const readEveryMs = 2000
const mostKept = 10_000

const kept = new WeakMap<Services['database'], Map<string, number>>()

/** What the asker has of the order: its key, which is secret, or a number that anybody can count up to. */
export type Proof = 'key' | 'number'

/** A buyer wants to know at once what they were charged, with each of the cards that are refused one after the other. */
export const mostReadsAtOnce: Readonly<Record<Proof, number>> = { key: 2 * mostDeclines, number: 3 }

/** Settles the order for somebody outside; past the limit, and where nothing can come any more, what is stored stands. */
export async function settleThrottled(
  parts: SettlementParts,
  tenant: TenantIdentity,
  order: StoredOrder,
  proof: Proof,
): Promise<Settlement> {
  // of an order that was closed only its own page asks what was charged
  const isOver = proof === 'key' ? isCaptured(order.state) : order.state !== 'pending'
  // each counts for itself: strangers use up nothing of the buyer's
  if (isOver || !mayRead(parts.services, `${tenant.id} ${order.id} ${proof}`, mostReadsAtOnce[proof]))
    return { order }
  return (await settle(parts, tenant, order)) ?? { order }
}

/** True for the first few in each while, who are then expected to ask. */
function mayRead({ database, now }: Services, name: string, most: number): boolean {
  const freeAgain = kept.get(database) ?? new Map<string, number>()
  kept.set(database, freeAgain)
  const at = now()
  const longestMs = most * readEveryMs
  const usedMs = Math.max(0, (freeAgain.get(name) ?? 0) - at)
  // more than all of it: the clock was set back
  const takenMs = usedMs > longestMs ? readEveryMs : usedMs + readEveryMs
  if (takenMs > longestMs) return false
  if (freeAgain.size >= mostKept) freeAgain.clear()
  freeAgain.set(name, at + takenMs)
  return true
}
