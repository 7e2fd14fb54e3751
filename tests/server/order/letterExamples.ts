// An example of each letter of the room.
import { addDays } from '../../../src/domain/day.ts'
import type { cardLetters } from '../../../src/server/order/letters/cardLetters.ts'
import type { MailedOrder, orderLetters } from '../../../src/server/order/letters/orderLetters.ts'
import type { renewalLetters } from '../../../src/server/order/letters/renewalLetters.ts'
import { carClass, type ExamplesOf, toExampleEvent } from '../../support/letters/letterExample.ts'

const card = { brand: 'Mastercard', last4: '4444' }
const lines = [
  { kind: 'registration', label: '1964 Studebaker Avanti R2', quantity: 1, amountCents: 3_500 },
  { kind: 'ticket', label: 'Both days, with the dinner on Saturday', quantity: 2, amountCents: 599_950 },
]

export const letterExamples: ExamplesOf<typeof cardLetters & typeof orderLetters & typeof renewalLetters> = ({
  today,
  instant,
}) => {
  const details = toExampleEvent(today)
  const event = details.name
  const order: MailedOrder = {
    number: 1042,
    key: '7f1c00d2-52aa-4c39-9a55-0c5f2d8e7a11',
    at: new Date(instant).toISOString(),
    quote: {
      lines,
      subTotalCents: 603_450,
      discountCents: 500,
      serviceFeeCents: 150,
      taxesCents: 4_321,
      grandTotalCents: 607_421,
    },
  }
  return {
    receipt: [
      {
        kind: 'receipt',
        order,
        bought: [
          {
            ...{ kind: 'registration', event, label: '1964 Studebaker Avanti R2', carNumber: '204' },
            ...{ carClass, code: '7G2K-M4QX-1B9T-ZC3W', answers: ['Large, parked beside number 203'] },
          },
          { kind: 'space', event, label: 'Swap meet, south field S-21', code: '0M1N-B7QX-9Z8T-KC3W' },
          { kind: 'ticket', event, label: 'Both days', codes: ['4d5e6f70-1111', '4d5e6f70-2222'] },
          { kind: 'product', label: 'Club umbrella, racing green' },
          { kind: 'donation' },
        ],
        event: details,
        buyer: 'Maximiliana Bartholomea Okonkwo-Featherstone',
      },
      {
        kind: 'receipt',
        order: { ...order, isCash: true },
        bought: [
          { kind: 'renewal', label: 'Family', years: 3, expiration: addDays(today, 900), autoRenews: true },
        ],
      },
    ],
    refund: [
      {
        kind: 'refund',
        order,
        lines,
        refundedCents: 603_450,
        reason: { kind: 'officer', text: 'The field was under water.' },
        autoRenewEnded: true,
      },
      {
        kind: 'refund',
        order: { ...order, isCheque: true },
        lines: [],
        refundedCents: 607_421,
        reason: { kind: 'officer', text: 'The cheque was not honoured.' },
      },
      ...(['cash', 'bounced', 'mistake'] as const).map((handReturn) => ({
        kind: 'refund' as const,
        order: { ...order, isCheque: true as const },
        lines: [],
        refundedCents: 607_421,
        handReturn,
        reason: { kind: 'officer' as const, text: 'So it was.' },
      })),
    ],
    'late-payment': [{ kind: 'late-payment', order, refundedCents: 607_421 }],
    review: [{ kind: 'review', order, paidCents: 1_000 }],
    'auto-renew': [
      { kind: 'auto-renew', number: 1042, isUndone: false, turned: 'on', card, isNewDefault: true },
    ],
    'own-cards': [{ kind: 'own-cards', turned: 'off', saved: card, removed: card, charged: card }],
    'renewal-notice': [
      {
        kind: 'renewal-notice',
        day: addDays(today, 14),
        typeLabel: 'Family, with everybody beneath one roof',
        amountCents: 599_950,
        card,
      },
    ],
    'renewal-failed': (['funds', 'expired', 'gone', 'holder', 'declined'] as const).map((reason, at) => ({
      kind: 'renewal-failed',
      reason,
      period: addDays(today, 3),
      amountCents: 4_150,
      card,
      orderKey: order.key,
      nextTry: at % 2 === 0 ? addDays(today, 1) : null,
      until: addDays(today, 7),
    })),
    'renewal-link': [{ kind: 'renewal-link', lookup: 'a'.repeat(43) }],
  }
}
