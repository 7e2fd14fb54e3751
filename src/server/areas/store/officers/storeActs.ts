// What officers do with what the store sells, and with what of it is to be sent.
import { getClub } from '../../../club/db/club.ts'
import type { Tx } from '../../../db/open.ts'
import { type ActContext, fail } from '../../../officers/act.ts'
import { countTaken, lockThings } from '../../../order/db/hold.ts'
import { listInventories, setStock, toInventoryThing } from '../../../order/db/product.ts'
import { listSoldProducts, setShipped } from '../../../order/db/soldProduct.ts'

/** Each size with how many of it are sold or held. */
export async function listStock(tx: Tx) {
  const inventories = await listInventories(tx)
  const things = inventories.map(({ id }) => toInventoryThing(id))
  const taken = things.length === 0 ? new Map<string, number>() : await countTaken(tx, things)
  return inventories.map((one) => ({ ...one, taken: taken.get(toInventoryThing(one.id)) ?? 0 }))
}

/** Counts from the shelf, as officers do: what is sold and held comes on top. */
export async function changeStock(tx: Tx, _context: ActContext, wanted: { number: number; count: number }) {
  const { number: id, count } = wanted
  const thing = toInventoryThing(id)
  await lockThings(tx, [thing])
  const [found] = await listInventories(tx, { ids: [id] })
  if (found === undefined) return fail('not-found', { thing: 'product', typed: id })
  const taken = (await countTaken(tx, [thing])).get(thing) ?? 0
  await setStock(tx, id, count + taken)
  return found
}

/** What is to be sent, or with `all` also what was. */
export async function listToSend(tx: Tx, _context: ActContext, { all }: { all: boolean }) {
  const { timeZone, country } = await getClub(tx)
  return { sold: await listSoldProducts(tx, { open: !all }), timeZone, country }
}

/** Of all things of an order, or takes it back. */
export async function noteSent(
  tx: Tx,
  context: ActContext,
  { order: orderId, isSent }: { order: number; isSent: boolean },
): Promise<void> {
  if ((await setShipped(tx, orderId, isSent ? new Date(context.now) : null)) > 0) return
  const known = await listSoldProducts(tx, { orderId, open: false })
  if (known.length === 0) fail('not-found', { thing: 'sold-things', typed: orderId })
  fail('already-so', { is: isSent ? 'sent' : 'not-sent', order: orderId })
}
