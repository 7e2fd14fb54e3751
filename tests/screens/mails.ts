// Each mail that the server writes, with much in it: a new kind of mail needs its line here to compile.
import { addDays } from '../../src/domain/day.ts'
import type { MailMessage } from '../../src/server/assembly/letters.ts'
import type { MailedOrder } from '../../src/server/order/letters/orderLetters.ts'

/** Addresses may be this long, and a phone is this narrow. */
const longEmail = `${'maximiliana.bartholomea.'.repeat(4)}@${'long-provider-'.repeat(2)}name.example`
const card = { brand: 'Mastercard', last4: '4444' }
const lines = [
  { kind: 'registration', label: '1964 Studebaker Avanti R2', quantity: 1, amountCents: 3_500 },
  { kind: 'ticket', label: 'Both days, with the dinner on Saturday', quantity: 2, amountCents: 599_950 },
]

type Samples = { readonly [Kind in MailMessage['kind']]: readonly Extract<MailMessage, { kind: Kind }>[] }

export function listMails(today: string, instant: number): MailMessage[] {
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
  const event = 'Alder Hollow Concours & Swap Meet'
  const carClass = { number: 2, description: 'American cars from 1946 to 1964, unrestored' }
  const details = {
    id: 1,
    name: event,
    startDate: today,
    endDate: addDays(today, 1),
    gateTime: '07:00',
    place: 'Alder Hollow Fairground, Gate 2',
    timeZone: 'America/New_York',
  }
  const samples: Samples = {
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
    shifts: [
      {
        kind: 'shifts',
        event,
        place: 'Alder Hollow Fairground, Gate 2',
        timeZone: 'America/New_York',
        shifts: [1, 2].map((id) => ({
          id,
          schedule: 'Gate and parking',
          instructions: 'Bring a hat, and ask for the orange vest at the office.',
          shiftDate: addDays(today, id),
          start: 8,
          startMinute: 30,
          duration: 2.5,
          code: `7G2K-M4QX-1B9T-ZC3${id}`,
        })),
        workerId: 1,
        name: 'Pia Keller',
        gateTime: '07:00',
        gift: 'Shirt XL',
        at: order.at,
      },
    ],
    purchases: [
      {
        kind: 'purchases',
        event,
        details,
        buyer: 'Pia Keller',
        cars: [
          {
            ...{ number: '204', vehicle: '1964 Studebaker Avanti R2', carClass, answers: 'Large' },
            code: '7G2K-M4QX-1B9T-ZC3W',
          },
        ],
        spaces: ['Swap meet, south field S-21'],
        spaceCodes: ['0M1N-B7QX-9Z8T-KC3W'],
        tickets: [
          { description: 'Both days', answers: 'Ada, Vegetarian', code: '4d5e6f70-1111', isUsed: false },
          { description: 'Camping', answers: '', code: '4d5e6f70-2222', isUsed: true },
        ],
        shifts: [
          {
            ...{ id: 1, schedule: 'Gate and parking', instructions: '', shiftDate: today },
            ...{ start: 8, startMinute: 30, duration: 2.5 },
          },
        ],
        workerId: 1,
      },
    ],
    'email-confirm': [{ kind: 'email-confirm', fname: 'Pia', codeId: '1' }],
    'email-undo': [{ kind: 'email-undo', fname: 'Pia', newEmail: longEmail, codeId: '1' }],
    'email-in-use': [{ kind: 'email-in-use' }],
    invitation: [{ kind: 'invitation', fname: 'Pia', by: 'Martin Keller', email: longEmail, codeId: '1' }],
    'account-closed': [{ kind: 'account-closed', fname: 'Pia' }],
    newsletter: [{ kind: 'newsletter', fileId: 1, memberId: 1, addressId: 0 }],
    'newsletter-confirm': [{ kind: 'newsletter-confirm', fname: 'Pia', memberId: 1, addressId: 1 }],
    'setup-code': [{ kind: 'setup-code', codeId: '1' }],
    'email-proof': [{ kind: 'email-proof', codeId: '1' }],
    'temporary-password': [{ kind: 'temporary-password', codeId: '1' }],
    'password-set': [
      { kind: 'password-set', isFirst: true, undoId: null },
      { kind: 'password-set', isFirst: false, undoId: '1' },
    ],
    alert: [
      { kind: 'alert', body: 'Ruth Amsel has posted: Who has a spare…', path: '/portal/member/social' },
    ],
    'renewal-link': [{ kind: 'renewal-link', lookup: 'a'.repeat(43) }],
  }
  return Object.values(samples).flat()
}

/** A mail as it is sent, without what is attached. */
export interface WrittenMail {
  readonly name: string
  readonly language: 'en' | 'es'
  readonly html: string
}
