// How much there is of something scarce, and which holds of it give way to the next buyer.
import type { Tx } from '../../db/open.ts'
import { lastPartOfThing } from '../../limits/often.ts'
import { firmHoldMs, heldAgainMs } from '../../limits/times.ts'
import { countTaken, findEarlierMs, listGivingWay, listHolds } from '../db/hold.ts'
import type { StoredOrder } from '../db/order.ts'
import type { Goods } from '../goods.ts'
import type { NeededPieces } from './heldFailure.ts'

export interface Supply {
  /** The thing, or all of its kind that nobody has bought, where each exists only once. */
  readonly things: readonly string[]
  /** Of the last tenth of this, old holds give way. */
  readonly all: number
  readonly unsold: number
  readonly held: number
}

export async function readSupply(
  tx: Tx,
  goods: Goods,
  { thing, sole }: { readonly thing: string; readonly sole: boolean },
): Promise<Supply> {
  if (sole) {
    const things = (await goods.listAlike?.(tx, thing)) ?? [thing]
    const held = await countTaken(tx, things, ['held'])
    const unsold = things.length
    return { things, all: unsold, unsold, held: things.reduce((sum, one) => sum + (held.get(one) ?? 0), 0) }
  }
  const all = (await goods.findCapacity?.(tx, thing)) ?? 0
  const sold = (await countTaken(tx, [thing], ['sold'])).get(thing) ?? 0
  const held = (await countTaken(tx, [thing], ['held'])).get(thing) ?? 0
  return { things: [thing], all, unsold: Math.max(0, all - sold), held }
}

/** Whether less than a tenth is neither sold nor held. */
export function isLastTenth({ all, unsold, held }: Supply): boolean {
  return unsold - held < Math.ceil(all / lastPartOfThing)
}

/**
 * Until when nobody else gets what the order holds; undefined where all of it is sure until its time is over. What is
 * left may be little only later.
 */
export async function findSureUntil(
  tx: Tx,
  goods: Goods | undefined,
  order: Pick<StoredOrder, 'id' | 'createdAt' | 'holdUntil'>,
): Promise<Date | undefined> {
  const { id, holdUntil } = order
  if (goods === undefined || holdUntil === null) return undefined
  const known = new Set<string>()
  for (const { thing, sole, state } of await listHolds(tx, id)) {
    if (state !== 'held' || known.has(thing)) continue
    const supply = await readSupply(tx, goods, { thing, sole })
    if (isLastTenth(supply)) return findFirmEnd(tx, order)
    for (const alike of supply.things) known.add(alike)
  }
  return undefined
}

/** Until then what the order holds gives way to nobody: three minutes, with what the same holder had of it before. */
export async function findFirmEnd(
  tx: Tx,
  { id, createdAt }: Pick<StoredOrder, 'id' | 'createdAt'>,
): Promise<Date> {
  const earlierMs = await findEarlierMs(tx, id, new Date(createdAt.getTime() - heldAgainMs))
  return new Date(createdAt.getTime() + Math.max(0, firmHoldMs - earlierMs))
}

/** What the orders hold of these things that give way now; those of one holder, if one is named. */
export async function findGivingWay(
  tx: Tx,
  wanted: {
    readonly things: readonly string[]
    readonly pieces: number
    readonly now: number
    /** Only theirs, by the age of each order alone. */
    holder?: string
    /** The order that wants them. */
    nextOrderId?: number
  },
): Promise<NeededPieces> {
  const { things, pieces, now, holder, nextOrderId } = wanted
  const again =
    nextOrderId === undefined ? {} : { again: { since: new Date(now - heldAgainMs), nextOrderId } }
  const before = new Date(now - firmHoldMs)
  return { pieces, orders: await listGivingWay(tx, { things, before, holder, ...again }) }
}
