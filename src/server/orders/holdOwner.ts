// Who holds scarce things without having paid: a network address, which may hold only so much at once.
import { createHmac } from 'node:crypto'
import { Failure } from '../../contract/failures.ts'
import { holdMs } from '../../domain/order.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Tx } from '../db/open.ts'
import { countUnpaidThings } from '../db/orders/hold.ts'
import { countHeldOrders } from '../db/orders/order.ts'
import { mostHeldPerAddress, mostUnpaidPerAddress, unpaidWindowMs } from '../dispatch/limits.ts'
import type { Services } from '../services.ts'
import type { ScarceThing } from './goods.ts'

/** A pseudonym of the address that only this instance can make. Not within a transaction. */
export async function nameHolder({ database }: Services, peer: string): Promise<string> {
  const key = await getInstanceKey(database, 'holders of orders')
  return createHmac('sha256', key).update(peer).digest('base64url')
}

/** Call it in the transaction that places one more order, with the scarce things of it. */
export async function requireFewHeld(
  tx: Tx,
  tenantId: number,
  { holder, scarce, now }: { holder: string; scarce: readonly ScarceThing[]; now: number },
): Promise<void> {
  const isFewOrders = (await countHeldOrders(tx, tenantId, holder)) < mostHeldPerAddress
  const soles = scarce.filter(({ sole }) => sole).length
  const since = new Date(now - unpaidWindowMs)
  const unpaid = soles === 0 ? 0 : await countUnpaidThings(tx, tenantId, holder, since)
  if (isFewOrders && unpaid + soles <= mostUnpaidPerAddress) return
  throw new Failure(
    'too-many-held',
    'Too many orders are being paid from your network at the moment. Finish one of them, or try again in 15 minutes. Nothing was charged.',
    { retryAfter: holdMs / 1000 },
  )
}
