// A donation: all of it goes to the club, and nothing has to be delivered.
import { z } from 'zod'
import { donationPayload } from '../../../contract/purchases.ts'
import { toCents } from '../../../domain/money.ts'
import type { PricedLine } from '../../../domain/order.ts'
import type { Goods } from '../goods.ts'
import { parsePayload } from '../payload.ts'

/** An empty box is a donation of nothing. */
const lenient = z.object({ amount: z.union([z.literal(0), donationPayload.shape.amount]).default(0) })

export const donation: Goods = {
  kind: 'donation',
  category: 0,
  describe: (clubName) => `${clubName} donation`,

  async quote(_asking, payload) {
    const { amount } = parsePayload(lenient, payload)
    return amount === 0 ? [] : [toLine(amount)]
  },

  async order({ member }, payload) {
    const { amount, ...donor } = parsePayload(donationPayload, payload)
    return {
      lines: [{ ...toLine(amount), item: donor }],
      email: donor.email,
      name: `${donor.fname} ${donor.lname}`,
      memberId: member?.id ?? null,
    }
  },

  deliver: async () => ({ given: {} }),
  takeBack: async () => true,
}

function toLine(amount: number): PricedLine {
  return { kind: 'donation', label: '', quantity: 1, amountCents: toCents(amount), sale: 'donation' }
}
