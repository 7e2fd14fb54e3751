// Sells at the gate: placed, paid and delivered in one transaction, from the same stock as online.
import { Failure } from '../../../contract/failures.ts'
import type { HandMode } from '../../../domain/order.ts'
import type { Tx } from '../../db/open.ts'
import type { CardParts } from '../cardProvider.ts'
import { amongHolds } from '../holding/giveWay.ts'
import {
  atTheGate,
  type HandContext,
  type HandSale,
  priceByHand,
  type SoldByHand,
  sellByHand,
} from '../officers/handSale.ts'
import type { GatePayload } from './gatePayload.ts'

export interface GateSale {
  readonly payload: GatePayload
  readonly paid: HandMode
  readonly again: boolean
  readonly note?: string | undefined
  readonly day?: string | undefined
}

function toSale({ payload, note = atTheGate, ...how }: GateSale): HandSale {
  return { request: { kind: 'event', payload }, member: null, note, ...how }
}

/** What it would cost, and what would be asked. Whether it is still there is said when it is sold. */
export function priceGateThings(tx: Tx, context: HandContext, sale: GateSale) {
  return priceByHand(tx, context, toSale(sale))
}

/**
 * Answers the delivered order, without members' discounts. What somebody holds who does not pay gives way, as it does
 * to the next buyer. Fails as `sellByHand`.
 */
export async function sellGateThings(
  { services, cards }: CardParts,
  context: Pick<HandContext, 'tenant'>,
  sale: GateSale,
): Promise<SoldByHand> {
  const { tenant } = context
  const now = services.now()
  const work = () =>
    services.database.inTenant(tenant.id, (tx) => sellByHand(tx, { tenant, services, now }, toSale(sale)))
  try {
    return await amongHolds({ services, cards }, tenant, work)
  } catch (error) {
    // no payment can be closed at this time, so none gives way: what is left is sold
    if (error instanceof Failure && error.code === 'payments-unavailable') return work()
    throw error
  }
}
