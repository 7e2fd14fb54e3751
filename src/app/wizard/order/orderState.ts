// An order as the server knows it, and what that means for whoever waits for it.
import type { Accepted } from '../../../contract/caller.ts'
import type { Session } from '../../session/session.ts'

export type OrderView = Accepted<'get_order'>['order']

/** Undefined when it cannot be known at this moment, or there is no such order. */
export async function findOrder(
  session: Session,
  orderKey: string,
  receiptId: number | undefined,
): Promise<OrderView | undefined> {
  try {
    const { order } = await session.caller.call('get_order', {
      orderKey,
      ...(receiptId === undefined ? {} : { receiptId }),
    })
    return order
  } catch {
    return undefined // the next step asks again and shows what is wrong
  }
}

/** No money was taken for it, so that paying is still open, with this order or another one. */
export function isUnpaid({ paid, state }: OrderView): boolean {
  return !paid && (state === 'pending' || state === 'expired' || state === 'cancelled')
}

/** Paying is behind whoever made it, as far as anybody has told: the server, or the provider before it. */
export function isPaidFor(done: { isConfirmed?: boolean }, order: OrderView | undefined): boolean {
  if (order === undefined) return done.isConfirmed === true
  return order.paid || order.quote.grandTotalCents === 0
}

/** Nothing changes any more without an officer. */
export function isSettled({ state }: OrderView): boolean {
  return state !== 'pending' && state !== 'refunding'
}

/** Nobody has to wait before the screen: what is still to come, such as money on its way back, comes by itself. */
export function isOver({ state }: OrderView): boolean {
  return state !== 'pending'
}

/** What was bought is there, all of it or some: an officer may have taken back what was. */
export function isFulfilled({ state, lines }: OrderView): boolean {
  const isDone = state === 'fulfilled' || state === 'fulfilled_partial'
  return isDone && lines.some((line) => line.state === 'delivered')
}
