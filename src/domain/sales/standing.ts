// What has become of an order, of each thing in it, and of its payment: the one place where these states get their words.
// Mails, screens and officers' lists all have them from here.
import type { LineState, OrderState } from '../order.ts'
import type { Language } from '../shapes/language.ts'

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

export interface StandingWords {
  readonly part: Readonly<Record<PartStanding, string>>
  readonly order: Readonly<Record<OrderStanding, string>>
  /** Of a payment that came. Where its money is on its way back or all back, the order's word says it. */
  readonly paid: string
  readonly disputed: string
  paidAndReturned(amount: string): string
  /** Of a ticket: the gate has let somebody in with it. */
  readonly used: string
}

export const standingWords: Readonly<Record<Language, StandingWords>> = {
  en: {
    part: {
      pending: 'not delivered yet',
      delivered: 'delivered',
      'to-be-sent': 'to be sent',
      sent: 'sent',
      failed: 'could not be delivered',
      returned: 'taken back',
      kept: 'could not be taken back',
    },
    order: {
      pending: 'not paid yet',
      fulfilled: 'paid and delivered',
      'to-be-sent': 'paid, and to be sent',
      fulfilled_partial: 'a part was not delivered or was taken back',
      expired: 'not paid in time',
      cancelled: 'given up before it was paid',
      refunding: 'the money is on its way back',
      refunded: 'all the money went back',
      review: 'an officer has to decide',
    },
    paid: 'paid',
    disputed: 'disputed at the bank',
    paidAndReturned: (amount) => `paid, and ${amount} went back`,
    used: 'used',
  },
  es: {
    part: {
      pending: 'pendiente de entrega',
      delivered: 'entregado',
      'to-be-sent': 'por enviar',
      sent: 'enviado',
      failed: 'no se pudo entregar',
      returned: 'retirado por el club',
      kept: 'no se pudo retirar',
    },
    order: {
      pending: 'pendiente de pago',
      fulfilled: 'pagado y entregado',
      'to-be-sent': 'pagado y por enviar',
      fulfilled_partial: 'una parte no se entregó o se retiró',
      expired: 'no se pagó a tiempo',
      cancelled: 'se abandonó antes de pagarlo',
      refunding: 'el dinero se está devolviendo',
      refunded: 'se devolvió todo el dinero',
      review: 'un directivo tiene que decidir',
    },
    paid: 'pagado',
    disputed: 'disputado en el banco',
    paidAndReturned: (amount) => `pagado, y se devolvieron ${amount}`,
    used: 'utilizada',
  },
}
