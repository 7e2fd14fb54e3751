// A donation: all of it goes to the club, and nothing has to be delivered.
import { z } from 'zod'
import { donationPayload, ownDonationPayload } from '../../../contract/purchases.ts'
import { toCents } from '../../../domain/money.ts'
import type { PricedLine } from '../../../domain/order.ts'
import { findMembership } from '../../db/members/membership.ts'
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

  async order({ tx, tenant, member }, payload) {
    if (member === null) {
      const { amount, ...donor } = parsePayload(donationPayload, payload)
      const name = `${donor.fname} ${donor.lname}`
      return { lines: [{ ...toLine(amount), item: donor }], email: donor.email, name, memberId: null }
    }
    const { amount, ...donor } = parsePayload(ownDonationPayload, payload)
    const known = await findMembership(tx, tenant.id, { memberId: member.id })
    const said = `${donor.fname ?? ''} ${donor.lname ?? ''}`.trim()
    const own = known === undefined ? '' : `${known.fname} ${known.lname}`
    return {
      lines: [{ ...toLine(amount), item: donor }],
      email: donor.email,
      name: said === '' ? own : said,
      memberId: member.id,
    }
  },

  deliver: async () => ({ given: {} }),
  takeBack: async () => true,
}

function toLine(amount: number): PricedLine {
  return { kind: 'donation', label: '', quantity: 1, amountCents: toCents(amount), sale: 'donation' }
}
