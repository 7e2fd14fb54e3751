// How often the card provider is asked about one unfinished order, however often strangers make us want to know.

import type { TenantIdentity } from '../db/club/tenant.ts'
import type { StoredOrder } from '../db/orders/order.ts'
import type { Services } from '../services.ts'
import { mostDeclines } from './declines.ts'
import { isSettled, type Settlement, type SettleParts, settle } from './settlement.ts'

export const askEveryMs = 2000
const mostKept = 10_000

const kept = new WeakMap<Services['database'], Map<string, number>>()

/** What the asker has of the order: its key, which is secret, or a number that anybody can count up to. */
export type Proof = 'key' | 'number'

/** A buyer wants to know at once what he was charged, with each of the cards that are refused one after the other. */
export const mostAtOnce: Readonly<Record<Proof, number>> = { key: 2 * mostDeclines, number: 3 }

/** Settles the order for somebody outside; past the limit, and where nothing can come any more, what is stored stands. */
export async function askAbout(
  parts: SettleParts,
  tenant: TenantIdentity,
  order: StoredOrder,
  proof: Proof,
): Promise<Settlement> {
  // of an order that was closed only its own page asks what was charged
  const isOver = proof === 'key' ? isSettled(order.state) : order.state !== 'pending'
  // each counts for itself: strangers use up nothing of the buyer's
  if (isOver || !mayAsk(parts.services, `${tenant.id} ${order.id} ${proof}`, mostAtOnce[proof]))
    return { order }
  return (await settle(parts, tenant, order.id)) ?? { order }
}

/** True for the first few in each while, who are then expected to ask. */
function mayAsk({ database, now }: Services, name: string, most: number): boolean {
  const freeAgain = kept.get(database) ?? new Map<string, number>()
  kept.set(database, freeAgain)
  const at = now()
  const longestMs = most * askEveryMs
  const usedMs = Math.max(0, (freeAgain.get(name) ?? 0) - at)
  // more than all of it: the clock was set back
  const takenMs = usedMs > longestMs ? askEveryMs : usedMs + askEveryMs
  if (takenMs > longestMs) return false
  if (freeAgain.size >= mostKept) freeAgain.clear()
  freeAgain.set(name, at + takenMs)
  return true
}
