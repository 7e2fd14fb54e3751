// What the tests of all actions need of these.
import type { cards } from '../../../../src/contract/cards.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'

export const cases: CasesOf<typeof cards> = {
  stripe_create_customer: {
    sample: () => ({}),
    whenExpired: 'paying for the membership, and what was paid',
  },
  stripe_get_payment_methods: {
    sample: () => ({}),
    whenExpired: 'paying for the membership, and what was paid',
  },
  stripe_attach_payment_method: {
    sample: () => ({ paymentMethodId: 'pm_nobodys' }),
    refused: 'card-not-found',
    whenExpired: 'paying for the membership, and what was paid',
  },
  stripe_detach_payment_method: {
    sample: () => ({ paymentMethodId: 'pm_nobodys' }),
    refused: 'card-not-found',
    whenExpired: 'paying for the membership, and what was paid',
  },
  stripe_get_payment_history: {
    sample: () => ({}),
    whenExpired: 'paying for the membership, and what was paid',
  },
}
