// A donation: all of it goes to the club, and nothing has to be delivered.
import { z } from 'zod'
import { donationPayload, ownDonationPayload } from '../../../contract/purchases.ts'
import { toCents } from '../../../domain/money.ts'
import { categories, type PricedLine } from '../../../domain/order.ts'
import { toDonationDescription } from '../../../domain/sales/descriptions.ts'
import { isSameText, payerLengths } from '../../../domain/shapes/personLengths.ts'
import { findMembership } from '../../member/db/membership.ts'
import type { Goods, Purchase, PurchaseLine, QuoteContext } from '../goods.ts'
import { parsePayload } from '../payload.ts'
import { listTyped, requireTypedLengths, type TypedValue, toTypedState } from './typedLengths.ts'

/** An empty box is a donation of nothing. */
const lenient = z.object({ amount: z.union([z.literal(0), donationPayload.shape.amount]).default(0) })

/** What an officer knows of who gives cash or a cheque. */
const handedDonation = z.object({
  amount: donationPayload.shape.amount,
  fname: donationPayload.shape.fname.optional(),
  lname: donationPayload.shape.lname.optional(),
  email: donationPayload.shape.email.optional(),
})

export const donationGoods: Goods = {
  kind: 'donation',

  async quote(_context, payload) {
    const { amount } = parsePayload(lenient, payload)
    return { lines: amount === 0 ? [] : [toLine(amount)] }
  },

  async order(context, payload) {
    const { tx, member } = context
    if (context.isByOfficer === true) return orderHanded(context, payload)
    if (member === null) {
      const { amount, ...donor } = parsePayload(donationPayload, payload)
      await requireTypedLengths(context, [...listDonor(donor), toTypedState('', donor, context.club)])
      return {
        ...toPayment(context),
        lines: [toItemLine(amount, { ...donor, country: donor.country ?? context.club.country })],
        email: donor.email,
        name: `${donor.fname} ${donor.lname}`,
        memberId: null,
      }
    }
    const { amount, ...donor } = parsePayload(ownDonationPayload, payload)
    // they need not repeat what the club knows
    const states = donor.state === undefined ? [] : [toTypedState('', donor, context.club)]
    await requireTypedLengths(context, [...listDonor(donor), ...states])
    const known = await findMembership(tx, { memberId: member.id })
    const said = `${donor.fname ?? ''} ${donor.lname ?? ''}`.trim()
    const own = known === undefined ? '' : `${known.fname} ${known.lname}`
    return {
      ...toPayment(context),
      lines: [toItemLine(amount, donor)],
      email: donor.email,
      name: said === '' ? own : said,
      memberId: member.id,
    }
  },

  deliver: async () => ({ given: {} }),
  takeBack: async () => true,
}

async function orderHanded(context: QuoteContext, payload: unknown): Promise<Purchase> {
  const { tx, member } = context
  const { amount, ...donor } = parsePayload(handedDonation, payload)
  const known = member === null ? undefined : await findMembership(tx, { memberId: member.id })
  const { fname = '', lname = '' } = known ?? donor
  return {
    ...toPayment(context),
    lines: [toItemLine(amount, donor)],
    email: donor.email ?? null,
    ...(known === undefined ? {} : { ownEmail: known.email }),
    name: `${fname} ${lname}`.trim(),
    memberId: member?.id ?? null,
  }
}

function toPayment({ club }: QuoteContext) {
  return { category: categories.donation, description: toDonationDescription(club.name) }
}

type Donor = Omit<z.output<typeof ownDonationPayload>, 'amount'>

const { state: _, ...lengths } = payerLengths

/** The stored address stands in two lines of the form. */
function listDonor(donor: Donor): TypedValue[] {
  const both = `${donor.address1 ?? ''} ${donor.address2 ?? ''}`
  return listTyped('', donor, lengths).map((typed) =>
    typed.field === 'address1' || typed.field === 'address2'
      ? { ...typed, own: ({ address }) => (isSameText(address, both) ? [typed.value] : []) }
      : typed,
  )
}

/** The amount is the donor's wish: with another one it is another order under the same key. */
function toItemLine(amount: number, donor: Readonly<Record<string, unknown>>): PurchaseLine {
  return { ...toLine(amount), item: { ...donor, amount } }
}

function toLine(amount: number): PricedLine {
  return { kind: 'donation', label: '', quantity: 1, amountCents: toCents(amount), sale: 'donation' }
}
