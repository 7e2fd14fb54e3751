// Who holds scarce things without having paid: a member, or a visitor's network address. Each may hold only so much.
import { createHmac } from 'node:crypto'
import { Failure } from '../../contract/failures.ts'
import { holdMs } from '../../domain/order.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Tx } from '../db/open.ts'
import { countUnpaidQuarters } from '../db/orders/hold.ts'
import { countHeldOrders } from '../db/orders/order.ts'
import {
  mostHeldPerAddress,
  mostHeldPerMember,
  mostUnpaidPerAddress,
  unpaidWindowMs,
} from '../dispatch/limits.ts'
import type { Services } from '../services.ts'
import type { ScarceThing } from './goods.ts'

/** A pseudonym of the address that only this instance can make. Not within a transaction. */
export async function nameHolder({ database }: Services, peer: string): Promise<string> {
  const key = await getInstanceKey(database, 'holders of orders')
  return createHmac('sha256', key).update(peer).digest('base64url')
}

const memberMark = 'member '

export function nameMemberHolder(memberId: number): string {
  return `${memberMark}${memberId}`
}

/** Call it in the transaction that places one more order, with the scarce things of it. */
export async function requireFewHeld(
  tx: Tx,
  { holder, scarce, now }: { holder: string; scarce: readonly ScarceThing[]; now: number },
): Promise<void> {
  const most = holder.startsWith(memberMark) ? mostHeldPerMember : mostHeldPerAddress
  if ((await countHeldOrders(tx, holder)) >= most) {
    throw new Failure(
      'too-many-held',
      'Too many orders are being paid from your network or account at the moment. Finish one of them, or try again in 15 minutes. Nothing was charged.',
      { retryAfter: holdMs / 1000 },
    )
  }
  const wanted = scarce.filter(({ sole }) => sole).map(({ thing }) => thing)
  if (wanted.length === 0) return
  const since = new Date(now - unpaidWindowMs)
  const unpaid = await countUnpaidQuarters(tx, holder, { wanted, since, now })
  if (unpaid <= mostUnpaidPerAddress) return
  throw new Failure(
    'too-many-held',
    'So much was held from your network without being paid that it has to wait. Nothing was charged.',
    { retryAfter: unpaidWindowMs / 1000 },
  )
}
