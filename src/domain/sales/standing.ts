// What has become of an order and of each thing in it: the one place where its states get their words. The screens have
// the same words through their catalogues.
import type { LineState, OrderState } from '../order.ts'

/** Of the store's things, `delivered` means that they are sold: they are to be sent, or were sent. */
export type PartStanding = LineState | 'to-be-sent' | 'sent'
export type OrderStanding = OrderState | 'to-be-sent'

/** `sentAt` of a thing of the store; undefined of everything else. */
export function findPartStanding(state: LineState, sentAt: Date | null | undefined): PartStanding {
  if (state !== 'delivered' || sentAt === undefined) return state
  return sentAt === null ? 'to-be-sent' : 'sent'
}

export function findOrderStanding(state: OrderState, parts: readonly PartStanding[]): OrderStanding {
  return state === 'fulfilled' && parts.includes('to-be-sent') ? 'to-be-sent' : state
}

export const partWords: Readonly<Record<PartStanding, string>> = {
  pending: 'not delivered yet',
  delivered: 'delivered',
  'to-be-sent': 'to be sent',
  sent: 'sent',
  failed: 'could not be delivered',
  returned: 'taken back',
  kept: 'could not be taken back',
}

export const orderWords: Readonly<Record<OrderStanding, string>> = {
  pending: 'not paid yet',
  fulfilled: 'paid and delivered',
  'to-be-sent': 'paid, and to be sent',
  fulfilled_partial: 'a part was not delivered or was taken back',
  expired: 'the time to pay is over, nothing was charged',
  cancelled: 'given up, nothing was charged',
  refunding: 'money is on its way back',
  refunded: 'all the money went back',
  review: 'an officer has to decide',
}
