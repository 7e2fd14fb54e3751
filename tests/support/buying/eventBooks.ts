// What an order at a show has delivered, counted in the show's own tables.
import { getGiven } from '../../../src/server/order/db/given.ts'
import type { StoredOrder } from '../../../src/server/order/db/order.ts'
import type { Shop } from './shop.ts'

/** The faults of one order: goods that nobody delivered, are missing, or are there twice. Empty if all is well. */
export async function listEventFaults(shop: Shop, { id, lines }: StoredOrder): Promise<string[]> {
  if (!lines.some(({ kind }) => ['registration', 'space', 'ticket'].includes(kind))) return []
  const { cars, vendors, spaces, tickets } = await shop.inClub(shop.a, async (tx) => ({
    cars: await tx
      .selectFrom('entry')
      .where('order_id', '=', id)
      .select(['id', 'order_line as line', 'car_number as carNumber'])
      .execute(),
    vendors: await tx.selectFrom('vendor').where('order_id', '=', id).select('id').execute(),
    spaces: await tx
      .selectFrom('reservation')
      .innerJoin('vendor', 'vendor.id', 'reservation.vendor_id')
      .where('vendor.order_id', '=', id)
      .select('reservation.map_element_id as elementId')
      .execute(),
    tickets: await tx
      .selectFrom('sold_ticket')
      .where('order_id', '=', id)
      .where('void_at', 'is', null)
      .select(['line', 'code'])
      .execute(),
  }))
  const delivered = lines.filter(({ state }) => state === 'delivered')
  const expected = delivered.map(({ kind, line, given }) => {
    if (kind === 'registration') return `car ${getGiven('registration', given).carNumber} of ${line}`
    if (kind === 'space') return `space ${getGiven('space', given).elementId}`
    return getGiven('ticket', given).codes.map((code) => `ticket ${code} of ${line}`)
  })
  const found = [
    ...cars.map(({ line, carNumber }) => `car ${carNumber} of ${line}`),
    ...spaces.map(({ elementId }) => `space ${elementId}`),
    ...tickets.map(({ line, code }) => `ticket ${code} of ${line}`),
  ]
  const [is, shouldBe] = [found.sort(), expected.flat().sort()]
  const wrongs =
    is.join() === shouldBe.join() ? [] : [`delivered ${shouldBe.join()}, and there is ${is.join()}`]
  const isVendor = delivered.some(({ kind }) => kind === 'space')
  if (vendors.length !== (isVendor ? 1 : 0)) wrongs.push(`made ${vendors.length} vendors`)
  return wrongs
}
