// Limits how often the card provider is asked about an unfinished order, even if strangers ask us often.
import type { TenantIdentity } from '../club/db/tenant.ts'
import { cacheSizes } from '../limits/machine.ts'
import { providerReadEveryMs, providerReadsAtOnce } from '../limits/often.ts'
import { createLru, type Lru } from '../process/lru.ts'
import type { Services } from '../process/services.ts'
import type { CardParts } from './cardProvider.ts'
import type { StoredOrder } from './db/order.ts'
import { isCaptured, type Settlement, settle } from './settlement.ts'

const freeAgainOf = new WeakMap<Services['database'], Lru<number>>()

/** What the caller knows of the order: its key, which is secret, or its number, which anybody can guess. */
export type Proof = 'key' | 'number'

/** Settles the order for a caller. Past the limit, or when nothing can change, answers the stored order. */
export async function settleThrottled(
  parts: CardParts,
  tenant: TenantIdentity,
  order: StoredOrder,
  proof: Proof,
): Promise<Settlement> {
  // only the order's own page, which has the key, asks what a closed order was charged
  const isOver = proof === 'key' ? isCaptured(order.state) : order.state !== 'pending'
  // key and number have separate limits, so that strangers cannot use up the buyer's
  if (isOver || !mayRead(parts.services, `${tenant.id} ${order.id} ${proof}`, providerReadsAtOnce[proof]))
    return { order }
  return (await settle(parts, tenant, order)) ?? { order }
}

/** True for the first few reads in a while. The caller must then ask the provider. */
function mayRead({ database, now }: Services, name: string, most: number): boolean {
  const freeAgain = freeAgainOf.get(database) ?? createLru<number>(cacheSizes.providerReads)
  freeAgainOf.set(database, freeAgain)
  const at = now()
  const longestMs = most * providerReadEveryMs
  const usedMs = Math.max(0, (freeAgain.get(name) ?? 0) - at)
  // more than the whole limit: the clock was set back
  const takenMs = usedMs > longestMs ? providerReadEveryMs : usedMs + providerReadEveryMs
  if (takenMs > longestMs) return false
  freeAgain.set(name, at + takenMs)
  return true
}
