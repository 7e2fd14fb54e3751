// Holding scarce things for somebody who pays: all that they want, or nothing.
import { Failure } from '../../contract/failures.ts'
import { minuteMs } from '../../domain/time.ts'
import type { Tx } from '../db/open.ts'
import { countTaken, insertHolds, listHolds, lockThings, moveHolds } from '../db/orders/hold.ts'
import type { StoredOrder } from '../db/orders/order.ts'
import type { Intent } from './cardProvider.ts'
import type { Goods, PurchaseLine } from './goods.ts'

/** While the bank authenticates, a hold lasts so much longer each time, and so long in all. */
export const holdExtraMs = 5 * minuteMs
export const holdLongestMs = 30 * minuteMs

/** Until when a hold that has run out lasts after all; undefined where its time is over. */
export function findExtendedHold(
  { createdAt }: Pick<StoredOrder, 'createdAt'>,
  { status }: Pick<Intent, 'status'>,
  now: number,
): Date | undefined {
  const isWithBank = status === 'requires_action' || status === 'processing'
  return isWithBank && now < createdAt.getTime() + holdLongestMs ? new Date(now + holdExtraMs) : undefined
}

/** Throws `sold-out`, naming each line that cannot be had; the transaction must then roll back. */
export async function holdLines(
  tx: Tx,
  tenantId: number,
  orderId: number,
  goods: Goods,
  lines: readonly PurchaseLine[],
): Promise<void> {
  const wanted = lines.flatMap(({ scarce = [] }, index) =>
    scarce.map(({ thing, quantity, sole = false }) => ({ line: index + 1, thing, quantity, sole })),
  )
  if (wanted.length === 0) return
  await lockThings(
    tx,
    tenantId,
    wanted.map(({ thing }) => thing),
  )
  const short = await findShort(tx, tenantId, goods, wanted)
  if (short.size > 0) throw toSoldOut(lines, short)
  if (await insertHolds(tx, tenantId, orderId, wanted)) return
  throw toSoldOut(lines, new Set(wanted.filter(({ sole }) => sole).map(({ line }) => line)))
}

/** Takes again what was released meanwhile; false when any of it is gone, and then nothing is taken. */
export async function retakeHolds(tx: Tx, tenantId: number, orderId: number, goods: Goods): Promise<boolean> {
  const holds = await listHolds(tx, tenantId, orderId)
  const released = holds.filter(({ state }) => state === 'released')
  if (released.length === 0) return true
  await lockThings(
    tx,
    tenantId,
    released.map(({ thing }) => thing),
  )
  if ((await findShort(tx, tenantId, goods, released)).size > 0) return false
  await moveHolds(tx, tenantId, orderId, 'held')
  return true
}

/** The lines of which there is not enough left; behind the locks. */
async function findShort(
  tx: Tx,
  tenantId: number,
  goods: Goods,
  wanted: readonly { line: number; thing: string; quantity: number }[],
): Promise<Set<number>> {
  if (goods.findCapacity === undefined)
    throw new Error(`${goods.kind} names scarce things without a capacity`)
  const things = [...new Set(wanted.map(({ thing }) => thing))]
  const taken = await countTaken(tx, tenantId, things)
  const short = new Set<number>()
  for (const thing of things) {
    const asked = wanted.filter((one) => one.thing === thing)
    const quantity = asked.reduce((sum, one) => sum + one.quantity, 0)
    const capacity = await goods.findCapacity(tx, tenantId, thing)
    if ((taken.get(thing) ?? 0) + quantity > capacity) for (const { line } of asked) short.add(line)
  }
  return short
}

function toSoldOut(lines: readonly PurchaseLine[], short: ReadonlySet<number>): Failure {
  const lost = [...short].sort((a, b) => a - b)
  const faults = lost.map((line) => ({
    path: `order.lines.${line - 1}`,
    message: lines[line - 1]?.label ?? '',
  }))
  const names = faults.map(({ message }) => message).join(', ')
  return new Failure('sold-out', `No longer available: ${names}. Nothing was charged.`, { faults })
}
