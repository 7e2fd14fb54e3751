// What the tests of all actions need of these.
import { randomUUID } from 'node:crypto'
import type { purchases } from '../../../../src/contract/purchases.ts'
import type { CasesOf } from '../../../support/clubs/actionCase.ts'
import { toJoining } from '../../../support/clubs/sampleInputs.ts'

export const cases: CasesOf<typeof purchases> = {
  quote_order: {
    sample: ({ memberTypes }) => ({
      order: { kind: 'membership', payload: { type: memberTypes.open, years: 1 } },
    }),
  },
  create_payment_intent: {
    sample: ({ memberTypes }) => ({
      amount: 4650,
      receiptEmail: 'jo.new@join.example',
      category: 1,
      order: { kind: 'membership', payload: toJoining(memberTypes.open) },
      key: randomUUID(),
    }),
    texts: 'sales',
  },
  stripe_complete_payment: {
    sample: () => ({ ids: [1], status: 3 }),
  },
  create_member: {
    sample: ({ memberTypes }) => toJoining(memberTypes.open),
    refused: 'renewal-too-early',
    texts: 'sales',
    textsApart: {
      state: { why: 'two letters; what is stored of a member is longer, and is filled in at events' },
    },
  },
  get_order: {
    sample: () => ({ orderKey: randomUUID() }),
    refused: 'order-not-found',
  },
  cancel_order: {
    sample: () => ({ orderKey: randomUUID() }),
  },
}
