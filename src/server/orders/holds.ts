// Holding scarce things for a buyer who is paying: all that the order needs, or nothing.
import { Failure } from '../../contract/failures.ts'
import { minuteMs } from '../../domain/time.ts'
import type { Tx } from '../db/open.ts'
import { countTaken, insertHolds, listHolds, lockThings, moveHolds } from '../db/orders/hold.ts'
import type { StoredOrder } from '../db/orders/order.ts'
import type { Intent } from './cardProvider.ts'
import type { Goods, PurchaseLine } from './goods.ts'

/** While the bank authenticates, a hold is extended by this much each time, up to this much in all. */
export const holdExtraMs = 5 * minuteMs
export const holdLongestMs = 30 * minuteMs

/** The new end of a hold that has run out; undefined when it may not be extended. */
export function findExtendedHold(
  { createdAt }: Pick<StoredOrder, 'createdAt'>,
  { status }: Pick<Intent, 'status'>,
  now: number,
): Date | undefined {
  const isWithBank = status === 'requires_action' || status === 'processing'
  return isWithBank && now < createdAt.getTime() + holdLongestMs ? new Date(now + holdExtraMs) : undefined
}

/** Throws `sold-out` with each line that is not available. Then the transaction must roll back. */
export async function holdLines(
  tx: Tx,
  orderId: number,
  goods: Goods,
  lines: readonly PurchaseLine[],
): Promise<void> {
  const wanted = lines.flatMap(({ scarce = [] }, index) =>
    scarce.map(({ thing, quantity, sole = false, eventId = null }) => ({
      line: index + 1,
      thing,
      quantity,
      sole,
      eventId,
    })),
  )
  if (wanted.length === 0) return
  await lockThings(
    tx,
    wanted.map(({ thing }) => thing),
  )
  const short = await findShort(tx, goods, wanted)
  if (short.size > 0) throw toSoldOut(lines, short)
  if (await insertHolds(tx, orderId, wanted)) return
  throw toSoldOut(lines, new Set(wanted.filter(({ sole }) => sole).map(({ line }) => line)))
}

/** Takes holds again that were released meanwhile. False when anything is gone; then nothing is taken. */
export async function retakeHolds(tx: Tx, orderId: number, goods: Goods): Promise<boolean> {
  const holds = await listHolds(tx, orderId)
  const released = holds.filter(({ state }) => state === 'released')
  if (released.length === 0) return true
  await lockThings(
    tx,
    released.map(({ thing }) => thing),
  )
  if ((await findShort(tx, goods, released)).size > 0) return false
  await moveHolds(tx, orderId, 'held')
  return true
}

/** The lines that there is not enough left for. The things must be locked. */
async function findShort(
  tx: Tx,
  goods: Goods,
  wanted: readonly { line: number; thing: string; quantity: number }[],
): Promise<Set<number>> {
  if (goods.findCapacity === undefined)
    throw new Error(`${goods.kind} names scarce things without a capacity`)
  const things = [...new Set(wanted.map(({ thing }) => thing))]
  const taken = await countTaken(tx, things)
  const short = new Set<number>()
  for (const thing of things) {
    const wantedLines = wanted.filter((one) => one.thing === thing)
    const quantity = wantedLines.reduce((sum, one) => sum + one.quantity, 0)
    const capacity = await goods.findCapacity(tx, thing)
    if ((taken.get(thing) ?? 0) + quantity > capacity) for (const { line } of wantedLines) short.add(line)
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
