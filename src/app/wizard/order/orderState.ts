// An order as the server knows it, and what its state means for the person who waits.
import type { Accepted } from '../../../contract/caller.ts'
import { Failure } from '../../../contract/failures.ts'
import type { Session } from '../../session/session.ts'

export type OrderView = Accepted<'get_order'>['order']
export type OrderLine = OrderView['lines'][number]

/** `missing`: the server has no such order. `unknown`: it did not say. */
export async function findOrder(
  session: Session,
  orderKey: string,
  receiptId: number | undefined,
): Promise<OrderView | 'missing' | 'unknown'> {
  try {
    const { order } = await session.caller.call('get_order', {
      orderKey,
      ...(receiptId === undefined ? {} : { receiptId }),
    })
    return order
  } catch (error) {
    return error instanceof Failure && error.code === 'order-not-found' ? 'missing' : 'unknown'
  }
}

/** Undefined if the order does not exist or cannot be loaded now. */
export async function readOrder(
  session: Session,
  orderKey: string,
  receiptId: number | undefined,
): Promise<OrderView | undefined> {
  const found = await findOrder(session, orderKey, receiptId)
  return typeof found === 'string' ? undefined : found
}

export interface GivenUpOrder {
  key: string
  receiptId: number | undefined
}

/** What it holds is free for others at once. Fails with `already-paid`. */
export async function giveUpOrder(session: Session, { key, receiptId }: GivenUpOrder): Promise<void> {
  const named = receiptId === undefined ? {} : { receiptId }
  await session.caller.call('cancel_order', { orderKey: key, ...named })
}

/** No money was taken, so it can still be paid, with this order or another one. */
export function isUnpaid({ paid, state }: OrderView): boolean {
  return !paid && (state === 'pending' || state === 'expired' || state === 'cancelled')
}

/** The person has paid, according to the server, or to the provider while the server has not answered. */
export function isPaidFor(done: { isConfirmed?: boolean }, order: OrderView | undefined): boolean {
  if (order === undefined) return done.isConfirmed === true
  return order.paid || order.quote.grandTotalCents === 0
}

/** Only an officer can change anything now. */
export function isOrderEnded({ state }: OrderView): boolean {
  return state !== 'pending' && state !== 'refunding'
}

/** Nobody has to wait at the screen: what still follows, such as a refund, happens automatically. */
export function isOver({ state }: OrderView): boolean {
  return state !== 'pending'
}

/** All or part of what was bought is delivered. An officer may have taken back some of it. */
export function isFulfilled({ state, lines }: OrderView): boolean {
  const isDone = state === 'fulfilled' || state === 'fulfilled_partial'
  return isDone && lines.some((line) => line.state === 'delivered')
}
