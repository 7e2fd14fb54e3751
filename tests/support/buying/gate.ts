// An officer at the gate of the seeded show, beside the shop where people buy online.
import type { SeededEvent } from '../clubs/clubs.ts'
import { createOfficer, type Said } from '../clubs/officer.ts'
import type { Engine } from '../database/database.ts'
import { setUpClubs } from '../database/setUp.ts'
import { buyingAtShow } from './eventOrders.ts'
import { type OpenedOrder, openShop, type Shop } from './shop.ts'

export interface Gate extends Shop {
  /** `club -- event` for club A's show, or for the event that the first word names. */
  event(...args: (string | number)[]): Promise<Said>
  club(...args: (string | number)[]): Promise<Said>
  /** Bought and paid online. */
  buyAtShow(email: string, ...more: BuyingMore): Promise<OpenedOrder>
}

type BuyingMore = [
  parts?: Parameters<typeof buyingAtShow>[2],
  more?: Parameters<typeof buyingAtShow>[3],
  show?: SeededEvent,
]

export async function openGate(engine: Engine): Promise<Gate> {
  const shop = await openShop(engine)
  const club = createOfficer(shop, shop.a)
  return {
    ...shop,
    club,
    event: (...args) => club('event', ...(/^\d/.test(String(args[0])) ? [] : [shop.a.show.id]), ...args),
    buyAtShow: (email, parts, more, show = shop.a.show) => shop.buy(buyingAtShow(show, email, parts, more)),
  }
}

export function setUpGate(engine: Engine): Gate {
  const gate = setUpClubs(() => openGate(engine))
  return Object.assign(gate, { a: gate.clubs.a })
}

/** The codes of an order's tickets, in the order of the sale. */
export function listCodes(gate: Gate, orderId: number): Promise<string[]> {
  return gate.inClub(gate.a, async (tx) => {
    const rows = await tx
      .selectFrom('sold_ticket')
      .where('order_id', '=', orderId)
      .orderBy('line')
      .orderBy('number')
      .select('code')
      .execute()
    return rows.map(({ code }) => code)
  })
}
