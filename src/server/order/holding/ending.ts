// Ends an order that has not been paid: its payment is closed first, then what it held is free.
import { Failure } from '../../../contract/failures.ts'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import type { CardParts } from '../cardProvider.ts'
import { findOrder } from '../db/order.ts'
import { applyIntent, closeOrder, isCaptured } from '../settlement.ts'

/** The key is the secret. A browser that never got the answer does not know the number. */
export interface ReplacedOrder {
  readonly receiptId?: number | undefined
  readonly key: string
}

/**
 * Ends an order of a browser that wants another one, or none any more. Fails with `already-paid` if it was paid.
 * Not within a transaction.
 */
export async function giveUp(
  parts: CardParts,
  tenant: TenantIdentity,
  { receiptId, key }: ReplacedOrder,
  whenCancelled: 'expired' | 'cancelled' = 'cancelled',
): Promise<void> {
  const { services, cards } = parts
  const order = await services.database.inTenant(tenant.id, (tx) => findOrder(tx, { key }))
  if (order === undefined || (receiptId !== undefined && receiptId !== order.id)) return
  if (order.state === 'expired' || order.state === 'cancelled') return
  if (!isCaptured(order.state)) {
    const intentId = order.intentId ?? (await endUnpayable(parts, tenant, order.id, whenCancelled))
    if (intentId === undefined) return
    const intent = await cards.cancelIntent(intentId)
    const settled = await applyIntent(parts, tenant, order.id, intent, { whenCancelled })
    if (settled?.order.state === 'cancelled' || settled?.order.state === 'expired') return
  }
  throw new Failure('already-paid', 'The order before has been paid already.')
}

/**
 * Ends an order without a payment, and without asking the provider: a payment's secret is sent only after the
 * payment is stored in the order, and an ended order gets none. If the order has got a payment meanwhile,
 * answers it and changes nothing.
 */
export async function endUnpayable(
  { services }: Pick<CardParts, 'services'>,
  tenant: TenantIdentity,
  orderId: number,
  state: 'expired' | 'cancelled',
): Promise<string | undefined> {
  return services.database.inTenant(tenant.id, async (tx) => {
    const order = await findOrder(tx, { id: orderId }, 'lock')
    if (order === undefined || order.intentId !== null) return order?.intentId ?? undefined
    if (order.state === 'pending') await closeOrder(tx, order, state, new Date(services.now()))
    return undefined
  })
}
