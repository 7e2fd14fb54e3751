// Holding scarce things for a buyer who is paying: all that the order needs, or nothing.
import type { Tx } from '../../db/open.ts'
import { holdExtraMs, longestHoldMs } from '../../limits/times.ts'
import type { Intent } from '../cardProvider.ts'
import { countTaken, insertHolds, listHolds, lockThings, moveHolds } from '../db/hold.ts'
import type { StoredOrder } from '../db/order.ts'
import type { Goods, PurchaseLine } from '../goods.ts'
import { HeldFailure, type NeededPieces } from './heldFailure.ts'
import { findGivingWay, isLastTenth, readSupply } from './supply.ts'

/** The new end of a hold that has run out; undefined when it may not be extended. */
export function findExtendedHold(
  { createdAt }: Pick<StoredOrder, 'createdAt'>,
  { status }: Pick<Intent, 'status'>,
  now: number,
): Date | undefined {
  const isWithBank = status === 'requires_action' || status === 'processing'
  return isWithBank && now < createdAt.getTime() + longestHoldMs ? new Date(now + holdExtraMs) : undefined
}

/**
 * Throws `sold-out` with each line that is not available, and with the holds that give way to it. Then the transaction
 * must roll back.
 */
export async function holdLines(
  tx: Tx,
  orderId: number,
  goods: Goods,
  lines: readonly PurchaseLine[],
  now: number,
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
  const { short, missing } = await findShort(tx, goods, wanted)
  if (short.size > 0) throw toSoldOut(lines, short, await listNeeded(tx, goods, missing, { now, orderId }))
  if (await insertHolds(tx, orderId, wanted)) return
  throw toSoldOut(lines, new Set(wanted.filter(({ sole }) => sole).map(({ line }) => line)), never)
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
  if ((await findShort(tx, goods, released)).short.size > 0) return false
  await moveHolds(tx, orderId, 'held')
  return true
}

interface WantedThing {
  readonly line: number
  readonly thing: string
  readonly quantity: number
  readonly sole: boolean
}

/** So many pieces are missing of a thing. */
interface MissingThing extends Pick<WantedThing, 'thing' | 'sole'> {
  readonly pieces: number
}

/** The lines that there is not enough left for. The things must be locked. */
async function findShort(
  tx: Tx,
  goods: Goods,
  wanted: readonly WantedThing[],
): Promise<{ short: Set<number>; missing: MissingThing[] }> {
  if (goods.findCapacity === undefined)
    throw new Error(`${goods.kind} names scarce things without a capacity`)
  const things = [...new Set(wanted.map(({ thing }) => thing))]
  const taken = await countTaken(tx, things)
  const short = new Set<number>()
  const missing: MissingThing[] = []
  for (const thing of things) {
    const wantedLines = wanted.filter((one) => one.thing === thing)
    const quantity = wantedLines.reduce((sum, one) => sum + one.quantity, 0)
    const pieces = (taken.get(thing) ?? 0) + quantity - (await goods.findCapacity(tx, thing))
    if (pieces <= 0) continue
    for (const { line } of wantedLines) short.add(line)
    missing.push({ thing, sole: wantedLines.some(({ sole }) => sole), pieces })
  }
  return { short, missing }
}

/** Nothing can give way. */
const never: readonly NeededPieces[] = [{ pieces: 1, orders: [] }]

async function listNeeded(
  tx: Tx,
  goods: Goods,
  missing: readonly MissingThing[],
  { now, orderId }: { readonly now: number; readonly orderId: number },
): Promise<readonly NeededPieces[]> {
  const needed: NeededPieces[] = []
  for (const { thing, sole, pieces } of missing) {
    if (!isLastTenth(await readSupply(tx, goods, { thing, sole }))) return never
    const giving = await findGivingWay(tx, { things: [thing], pieces, now, nextOrderId: orderId })
    if (giving.orders.reduce((sum, order) => sum + order.pieces, 0) < pieces) return never
    needed.push(giving)
  }
  return needed
}

function toSoldOut(
  lines: readonly PurchaseLine[],
  short: ReadonlySet<number>,
  needed: readonly NeededPieces[],
): HeldFailure {
  const lost = [...short].sort((a, b) => a - b)
  const faults = lost.map((line) => ({
    path: `order.lines.${line - 1}`,
    message: lines[line - 1]?.label ?? '',
  }))
  const names = faults.map(({ message }) => message).join(', ')
  return new HeldFailure('sold-out', `No longer available: ${names}. Nothing was charged.`, {
    faults,
    needed,
  })
}
