// Who holds scarce things without having paid: a network address, which may hold only so much at once.
import { createHmac } from 'node:crypto'
import { Failure } from '../../contract/failures.ts'
import { holdMs } from '../../domain/order.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Tx } from '../db/open.ts'
import { countHeldOrders } from '../db/orders/order.ts'
import { mostHeldPerAddress } from '../dispatch/limits.ts'
import type { Services } from '../services.ts'

/** A pseudonym of the address that only this instance can make. Not within a transaction. */
export async function nameHolder({ database }: Services, peer: string): Promise<string> {
  const key = await getInstanceKey(database, 'holders of orders')
  return createHmac('sha256', key).update(peer).digest('base64url')
}

/** Call it in the transaction that places one more order. */
export async function requireFewHeld(tx: Tx, tenantId: number, holder: string): Promise<void> {
  if ((await countHeldOrders(tx, tenantId, holder)) < mostHeldPerAddress) return
  throw new Failure(
    'too-many-held',
    'Too many orders are being paid from your network at the moment. Finish one of them, or try again in 15 minutes. Nothing was charged.',
    { retryAfter: holdMs / 1000 },
  )
}
