// Lets the holds of those who do not pay give way to the next buyer (rules/payments 3.3).
import type { TenantIdentity } from '../../club/db/tenant.ts'
import { providerCallsAtOnce } from '../../limits/machine.ts'
import { idleOrdersAskedPerBuyer } from '../../limits/often.ts'
import type { CardParts, Intent } from '../cardProvider.ts'
import { addHistory, findOrder, gaveWay, type StoredOrder } from '../db/order.ts'
import { applyIntent } from '../settlement.ts'
import { endUnpayable } from './ending.ts'
import { HeldFailure, type NeededPieces } from './heldFailure.ts'

/** Runs the work, and once more when what it needs was given way. Not within a transaction. */
export async function amongHolds<T>(
  parts: CardParts,
  tenant: TenantIdentity,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HeldFailure) || !(await letGiveWay(parts, tenant, error.needed))) throw error
    return work()
  }
}

/** The bank does not have it: no card is on the way. */
export function isIdle({ status }: Pick<Intent, 'status'>): boolean {
  return status === 'requires_payment_method' || status === 'requires_confirmation' || status === 'canceled'
}

/** All that is needed, or nothing. */
async function letGiveWay(
  parts: CardParts,
  tenant: TenantIdentity,
  needed: readonly NeededPieces[],
): Promise<boolean> {
  const { services, cards } = parts
  const chosen = new Map<number, StoredOrder>()
  for (const { pieces, orders } of needed) {
    let found = 0
    for (
      let from = 0;
      from < Math.min(orders.length, idleOrdersAskedPerBuyer) && found < pieces;
      from += providerCallsAtOnce
    ) {
      const some = orders.slice(from, Math.min(from + providerCallsAtOnce, idleOrdersAskedPerBuyer))
      const asked = await Promise.all(some.map(({ orderId }) => chosen.get(orderId) ?? findIdle(orderId)))
      for (const [at, order] of asked.entries()) {
        if (order === undefined || found >= pieces) continue
        chosen.set(order.id, order)
        found += some[at]?.pieces ?? 0
      }
    }
    if (found < pieces) return false
  }
  for (const order of chosen.values()) await end(order)
  return true

  async function findIdle(id: number): Promise<StoredOrder | undefined> {
    const order = await services.database.inTenant(tenant.id, (tx) => findOrder(tx, { id }))
    if (order === undefined || order.mode !== cards.mode) return undefined
    return order.intentId === null || isIdle(await cards.readIntent(order.intentId)) ? order : undefined
  }

  async function end({ id, intentId: known }: StoredOrder): Promise<void> {
    const intentId = known ?? (await endUnpayable(parts, tenant, id, 'expired'))
    if (intentId !== undefined) {
      const intent = await cards.cancelIntent(intentId)
      await applyIntent(parts, tenant, id, intent, { whenCancelled: 'expired' })
    }
    await services.database.inTenant(tenant.id, async (tx) => {
      const at = new Date(services.now())
      if ((await findOrder(tx, { id }))?.state === 'expired') await addHistory(tx, id, { what: gaveWay, at })
    })
  }
}
