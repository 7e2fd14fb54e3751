// Refunds and decisions as an officer makes them, each in a transaction of its own.

import * as refunds from '../../../src/server/order/refunds.ts'
import type { Services } from '../../../src/server/process/services.ts'

export function refundOrder(
  services: Pick<Services, 'database' | 'now' | 'newId'>,
  tenantId: number,
  orderId: number,
  request: refunds.RefundRequest,
): Promise<refunds.RefundResult> {
  const context = { now: services.now(), newId: () => services.newId() }
  return services.database.inTenant(tenantId, (tx) => refunds.refundOrder(tx, context, orderId, request))
}

export function decideOrder(
  services: Pick<Services, 'database' | 'now'>,
  tenantId: number,
  orderId: number,
  decision: refunds.Decision,
): Promise<readonly number[]> {
  const now = services.now()
  return services.database.inTenant(tenantId, (tx) => refunds.decideOrder(tx, { now }, orderId, decision))
}
