// Sells for cash at the gate: placed, paid and delivered in one transaction, from the same stock as online.
import { Failure } from '../../../contract/failures.ts'
import { cashMode } from '../../../domain/order.ts'
import { getClub } from '../../club/db/club.ts'
import type { TenantIdentity } from '../../club/db/tenant.ts'
import type { Services } from '../../process/services.ts'
import type { CardParts } from '../cardProvider.ts'
import { addHistory, findOrder, insertOrder, type StoredOrder, updateOrder } from '../db/order.ts'
import { amongHolds } from '../holding/giveWay.ts'
import { holdLines } from '../holding/holds.ts'
import { priceOrder } from '../quote.ts'
import { fulfil } from '../settlement.ts'
import type { GatePayload } from './gatePayload.ts'

/**
 * Answers the delivered order. The price is the server's, without the fee for online service and without
 * members' discounts. What somebody holds who does not pay gives way, as it does to the next buyer. Fails like
 * pricing, or with `sold-out`; then nothing is stored.
 */
export async function sellForCash(
  parts: CardParts,
  tenant: TenantIdentity,
  payload: GatePayload,
): Promise<StoredOrder> {
  const work = () => sell(parts.services, tenant, payload)
  try {
    return await amongHolds(parts, tenant, work)
  } catch (error) {
    // no payment can be closed at this time, so none gives way: what is left is sold
    if (error instanceof Failure && error.code === 'payments-unavailable') return work()
    throw error
  }
}

function sell(services: Services, tenant: TenantIdentity, payload: GatePayload): Promise<StoredOrder> {
  const key = services.newId()
  const refundId = services.newId()
  const now = services.now()
  const at = new Date(now)
  return services.database.inTenant(tenant.id, async (tx) => {
    const stored = await getClub(tx)
    const club = { ...stored, settings: { ...stored.settings, serviceFeeCents: 0 } }
    const context = { tx, services, tenant, club, member: null, now, isAtGate: true }
    const { goods, purchase, lines, agreed } = await priceOrder(context, { kind: 'event', payload }, '')
    const placed = await insertOrder(
      tx,
      {
        ...agreed,
        key,
        email: purchase.email ?? '',
        language: null,
        mode: cashMode,
        createdAt: at,
      },
      lines,
    )
    if (placed === undefined) throw new Error('an order has this key already')
    await holdLines(tx, placed.id, goods, purchase.lines, now)
    await addHistory(tx, placed.id, { what: 'placed', detail: 'at the gate', at })
    // claimed: nobody gets it by knowing an address and an amount
    const paid = { paidAt: at, receivedCents: agreed.quote.grandTotalCents, claimedAt: at }
    await updateOrder(tx, placed.id, paid)
    await fulfil(tx, { ...placed, ...paid }, { at, refundId, card: null })
    const order = await findOrder(tx, { id: placed.id })
    if (order?.state === 'fulfilled') return order
    throw new Failure('sold-out', 'This is no longer available.')
  })
}
