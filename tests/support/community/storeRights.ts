// The rights on the club's store, as rows 22 and 53 of the actions give them: every member whose membership lasts sees
// what it sells and buys of it.
import { seedProduct, toStorePayload } from '../buying/storeGoods.ts'
import type { ClubWorld } from '../clubs/clubWorld.ts'
import { hasId, type RightsTable } from './rights.ts'

const own = "the club's product"
const foreign = "the other club's product"

/** Free, so that an order needs no payment. */
async function make(world: ClubWorld): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const [thing, club] of [
    [own, world.clubs.a],
    [foreign, world.clubs.b],
  ] as const) {
    const { inventoryIds } = await world.inClub(club, (tx) =>
      seedProduct(tx, thing, [{ price: 0, quantity: 1000 }]),
    )
    ids[thing] = inventoryIds[0] ?? 0
  }
  return ids
}

const isOthers = (caller: string, thing: string) =>
  (caller === 'member of the other club') !== (thing === foreign)

export const storeRights: RightsTable = {
  about: 'the store',
  things: [own, foreign],
  make,
  actions: {
    get_store: {
      input: () => ({}),
      shows: ({ products }, id) =>
        (products as readonly { inventories: unknown }[]).some(({ inventories }) => hasId(inventories, id)),
      answer: (caller, thing) => (isOthers(caller, thing) ? 'absent' : 'done'),
    },
    sell_products: {
      input: (id, turn) => toStorePayload([id], `buyer${turn}@buyer.example`),
      answer: (caller, thing) => (isOthers(caller, thing) ? 'sold-out' : 'done'),
    },
  },
}
