// Sells at the gate: placed, paid and delivered in one transaction, from the same stock as online.
import { Failure } from '../../../contract/failures.ts'
import type { HandMode } from '../../../domain/order.ts'
import type { CardParts } from '../cardProvider.ts'
import type { StoredOrder } from '../db/order.ts'
import { amongHolds } from '../holding/giveWay.ts'
import { type HandContext, sellByHand } from '../officers/handSale.ts'
import type { GatePayload } from './gatePayload.ts'

export interface GateSale {
  readonly payload: GatePayload
  readonly paid: HandMode
  readonly again: boolean
}

/**
 * Answers the delivered order, without members' discounts. What somebody holds who does not pay gives way, as it does
 * to the next buyer. Fails as `sellByHand`.
 */
export async function sellGateThings(
  { services, cards }: CardParts,
  context: Pick<HandContext, 'tenant'>,
  { payload, ...how }: GateSale,
): Promise<StoredOrder> {
  const { tenant } = context
  const now = services.now()
  const sale = { request: { kind: 'event', payload }, member: null, note: 'at the gate', ...how }
  const work = () =>
    services.database.inTenant(tenant.id, (tx) => sellByHand(tx, { tenant, services, now }, sale))
  try {
    return await amongHolds({ services, cards }, tenant, work)
  } catch (error) {
    // no payment can be closed at this time, so none gives way: what is left is sold
    if (error instanceof Failure && error.code === 'payments-unavailable') return work()
    throw error
  }
}
