// The club's books beside the card provider's: what must be true of orders in any state.

import { findHandMode } from '../../../src/domain/order.ts'
import { listHolds } from '../../../src/server/order/db/hold.ts'
import { listHistory, type StoredOrder } from '../../../src/server/order/db/order.ts'
import { listRefunds, type StoredRefund } from '../../../src/server/order/db/refund.ts'
import { listEventFaults } from './eventBooks.ts'
import { toCapacity } from './scarceGoods.ts'
import type { Shop } from './shop.ts'

const restingStates: ReadonlySet<string> = new Set([
  'fulfilled',
  'fulfilled_partial',
  'expired',
  'cancelled',
  'refunded',
  'review',
])

/** Things that were held and sold more often than there are. Correct at any moment. */
export async function listOversold(shop: Shop): Promise<string[]> {
  const rows = await shop.inClub(shop.a, (tx) =>
    tx
      .selectFrom('hold')
      .where('state', 'in', ['held', 'sold'])
      .groupBy('thing')
      .select(({ fn }) => ['thing', fn.sum<string>('quantity').as('taken')])
      .execute(),
  )
  const wrongs: string[] = []
  for (const { thing, taken } of rows) {
    if (Number(taken) > (await findCapacity(shop, thing))) wrongs.push(`${taken} of ${thing}`)
  }
  return wrongs
}

/** How many there are: of a ticket as the club offers them, of a space one. */
async function findCapacity(shop: Shop, thing: string): Promise<number> {
  const [kind, id] = thing.split(':')
  if (kind === 'space') return 1
  if (kind !== 'ticket') return toCapacity(thing)
  const row = await shop.getRow(shop.a, 'ticket', { id: Number(id) }, ['quantity'])
  return row.quantity
}

/** The faults of these orders after all work has ended; empty if all is well. */
export async function listOrderFaults(shop: Shop, receiptIds: readonly number[]): Promise<string[]> {
  const wrongs = await listOversold(shop)
  for (const id of receiptIds)
    wrongs.push(...(await checkOrder(shop, id)).map((wrong) => `order ${id}: ${wrong}`))
  return wrongs
}

async function checkOrder(shop: Shop, id: number): Promise<string[]> {
  const order = await shop.readOrder(id)
  const { holds, refunds, history } = await shop.inClub(shop.a, async (tx) => ({
    holds: await listHolds(tx, id),
    refunds: await listRefunds(tx, id),
    history: await listHistory(tx, id),
  }))
  const { received, returned, refundCount, status } =
    findHandMode(order) !== undefined ? readCashBox(order, refunds) : await readProvider(shop, order.intentId)
  const wrongs = await listEventFaults(shop, order)
  const expectTrue = (isTrue: boolean, wrong: string): void => {
    if (!isTrue) wrongs.push(`${wrong} (${order.state}, intent ${status}, ${received} in, ${returned} back)`)
  }
  const delivered = order.lines.filter(({ state }) => state === 'delivered')
  expectTrue(restingStates.has(order.state), 'has not come to rest')
  expectTrue(status === 'succeeded' || status === 'canceled', 'can still be paid')
  expectTrue(order.state !== 'review', 'waits for an officer')
  expectTrue(
    received === (order.paidAt === null ? 0 : order.quote.grandTotalCents),
    'knows not what was paid',
  )
  expectTrue(returned <= received, 'gave back more than came')
  // goods if and only if the money stays with the club
  const gone = order.lines.filter(({ state }) => state !== 'delivered')
  const partly = refunds.filter(
    ({ lines, state }) =>
      state === 'succeeded' && lines.length > 0 && delivered.some(({ line }) => lines.includes(line)),
  )
  const paidCents =
    order.quote.grandTotalCents -
    gone.reduce((sum, { netCents }) => sum + netCents, 0) -
    partly.reduce((sum, { amountCents }) => sum + amountCents, 0)
  for (const { line, netCents } of delivered) {
    const back = partly.filter(({ lines }) => lines.includes(line))
    expectTrue(
      back.reduce((sum, { amountCents }) => sum + amountCents, 0) <= netCents,
      `gave back more than line ${line} cost`,
    )
  }
  if (gone.length === 0) expectTrue(received - returned === paidCents, 'goods without money')
  else if (delivered.length === 0) expectTrue(received - returned === 0, 'money without goods')
  else expectTrue(received - returned === paidCents, 'another part of the money than of the goods')
  expectTrue(history.filter(({ what }) => what === 'fulfilled').length <= 1, 'was fulfilled twice')
  expectTrue(
    refundCount === refunds.filter(({ state }) => state === 'succeeded').length,
    'counts refunds wrong',
  )
  expectTrue(!refunds.some(({ state }) => state === 'asked' || state === 'sent'), 'owes a refund')
  for (const hold of holds) {
    const isDelivered = delivered.some(({ line }) => line === hold.line)
    expectTrue(hold.state === (isDelivered ? 'sold' : 'released'), `${hold.thing} is ${hold.state}`)
  }
  return wrongs
}

function readCashBox({ receivedCents }: StoredOrder, refunds: readonly StoredRefund[]) {
  const back = refunds.filter(({ state }) => state === 'succeeded')
  return {
    received: receivedCents ?? 0,
    returned: back.reduce((sum, { amountCents }) => sum + amountCents, 0),
    refundCount: back.length,
    status: 'succeeded',
  }
}

async function readProvider(shop: Shop, intentId: string | null) {
  if (intentId === null) return { received: 0, returned: 0, refundCount: 0, status: 'canceled' }
  const intent = await shop.stripe.paymentIntents.retrieve(intentId)
  const refunds = await shop.stripe.refunds.list({ payment_intent: intentId, limit: 100 })
  const back = refunds.data.filter(({ status: one }) => one !== 'failed')
  return {
    received: intent.amount_received,
    returned: back.reduce((sum, { amount }) => sum + amount, 0),
    refundCount: back.length,
    status: intent.status,
  }
}
