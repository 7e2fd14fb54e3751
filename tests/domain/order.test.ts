// What an order costs, for any content.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findLineCents,
  findTax,
  findTotalFault,
  leastChargedCents,
  listSums,
  mostChargedCents,
  noTaxes,
  type PricedLine,
  type TaxRates,
  toQuote,
} from '../../src/domain/order.ts'

const line = (amountCents: number, more: Partial<PricedLine> = {}): PricedLine => ({
  kind: 'membership',
  label: 'Family',
  quantity: 1,
  amountCents,
  sale: 'membership',
  ...more,
})
const rates: TaxRates = { membership: 0, event: 8250, tickets: 10_000, products: 6000 }

const cents = fc.integer({ min: 0, max: 5_000_000 })
const anyLine = fc.record({
  kind: fc.constantFrom('membership', 'donation', 'space', 'registration', 'ticket', 'product'),
  label: fc.string(),
  quantity: fc.integer({ min: 1, max: 20 }),
  amountCents: cents,
  reductionCents: fc.option(cents, { nil: 0 }),
  discountCents: fc.option(cents, { nil: 0 }),
  sale: fc.constantFrom('membership', 'event', 'tickets', 'products', 'donation'),
}) as fc.Arbitrary<PricedLine>
const anyCharges = fc.record({
  serviceFeeCents: fc.integer({ min: 0, max: 10_000 }),
  taxRates: fc.record({
    membership: fc.integer({ min: 0, max: 100_000 }),
    event: fc.integer({ min: 0, max: 10_000 }),
    tickets: fc.integer({ min: 0, max: 10_000 }),
    products: fc.integer({ min: 0, max: 10_000 }),
  }),
})

/** The formula again, written in dollars; for whole dollars, where no rounding hides a fault. */
function grandTotal(spec: {
  registrationTotal: number
  spacesCost: number
  spacesDiscount: number
  ticketTotal: number
  membership: number
  years: number
  donation: number
  taxes: number
  discountTotal: number
  serviceFee: number
}): number {
  const sum =
    spec.registrationTotal +
    (spec.spacesCost - spec.spacesDiscount) +
    spec.ticketTotal +
    spec.membership * spec.years +
    spec.donation +
    spec.taxes
  return sum > 0 ? sum - spec.discountTotal + spec.serviceFee : 0
}

describe('an order', () => {
  it('adds the service fee once, however many lines it has', () => {
    const quote = toQuote([line(4500), line(1000), line(2500, { sale: 'donation' })], {
      serviceFeeCents: 150,
      taxRates: noTaxes,
    })
    expect(quote).toMatchObject({
      subTotalCents: 8000,
      discountCents: 0,
      serviceFeeCents: 150,
      taxesCents: 0,
      grandTotalCents: 8150,
      currency: 'usd',
    })
  })

  it('of nothing costs nothing, and no fee', () => {
    const charges = { serviceFeeCents: 150, taxRates: rates }
    for (const lines of [[], [line(0)], [line(500, { reductionCents: 900 })]]) {
      expect(toQuote(lines, charges)).toMatchObject({ serviceFeeCents: 0, grandTotalCents: 0 })
    }
  })

  it('taxes each kind of sale at its own rate, half a cent up, and a donation never', () => {
    expect(findTax(line(1000, { sale: 'event' }), rates)).toBe(83)
    expect(findTax(line(1000, { sale: 'event', discountCents: 1000 }), rates)).toBe(0)
    expect(findTax(line(199, { sale: 'products' }), rates)).toBe(12)
    expect(findTax(line(5, { sale: 'tickets' }), rates)).toBe(1)
    expect(findTax(line(100_000), rates)).toBe(0)
    expect(findTax(line(100_000, { sale: 'donation' }), { ...rates, membership: 9000 })).toBe(0)
    expect(findLineCents(line(1000, { sale: 'event', reductionCents: 200 }), 66)).toBe(866)
  })

  it('follows the formula', () => {
    const dollars = fc.integer({ min: 0, max: 500 })
    fc.assert(
      fc.property(
        fc.record({
          registrationTotal: dollars,
          discountTotal: dollars,
          spacesCost: dollars,
          spacesDiscount: dollars,
          ticketTotal: dollars,
          membership: dollars,
          years: fc.integer({ min: 1, max: 5 }),
          donation: dollars,
          serviceFee: fc.integer({ min: 0, max: 9 }),
        }),
        (drawn) => {
          const spec = {
            ...drawn,
            taxes: 0,
            spacesDiscount: Math.min(drawn.spacesDiscount, drawn.spacesCost),
            discountTotal: Math.min(drawn.discountTotal, drawn.registrationTotal),
          }
          const quote = toQuote(
            [
              line(spec.registrationTotal * 100, { sale: 'event', discountCents: drawn.discountTotal * 100 }),
              line(spec.spacesCost * 100, { sale: 'event', reductionCents: drawn.spacesDiscount * 100 }),
              line(spec.ticketTotal * 100, { sale: 'tickets' }),
              line(spec.membership * spec.years * 100, { quantity: spec.years }),
              line(spec.donation * 100, { sale: 'donation' }),
            ],
            { serviceFeeCents: spec.serviceFee * 100, taxRates: noTaxes },
          )
          expect(quote.grandTotalCents).toBe(grandTotal(spec) * 100)
        },
      ),
    )
  })

  it('takes off at most the price of what the discount is for, so that no row is below 0', () => {
    const car = line(2000, { kind: 'registration', sale: 'event', discountCents: 2500 })
    const tickets = line(900, { kind: 'ticket', sale: 'tickets' })
    const charges = { serviceFeeCents: 300, taxRates: noTaxes }
    const alone = toQuote([car], charges)
    expect(alone).toMatchObject({ discountCents: 2000, serviceFeeCents: 300, grandTotalCents: 300 })
    expect(listSums(alone).map(({ cents }) => cents)).toEqual([-2000, 0, 300, 0])
    // what is left of it does not make the tickets cheaper
    expect(toQuote([car, tickets], charges)).toMatchObject({ discountCents: 2000, grandTotalCents: 1200 })
    expect(findLineCents(car, 0)).toBe(0)
  })

  it('adds up: what is shown is what is charged, and never less than nothing', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), anyCharges, (lines, charges) => {
        const quote = toQuote(lines, charges)
        const { subTotalCents, discountCents, serviceFeeCents, taxesCents, grandTotalCents } = quote
        expect(subTotalCents + taxesCents + serviceFeeCents - discountCents).toBe(grandTotalCents)
        for (const amount of [
          subTotalCents,
          discountCents,
          serviceFeeCents,
          taxesCents,
          grandTotalCents,
          ...quote.lines.map(({ amountCents }) => amountCents),
        ]) {
          expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
        }
        expect(listSums(quote).find(({ id }) => id === 'subTotal')?.cents).toBeGreaterThanOrEqual(0)
        const perLine = lines.map((one) => findLineCents(one, findTax(one, charges.taxRates)))
        expect(perLine.reduce((sum, cents) => sum + cents, serviceFeeCents)).toBe(grandTotalCents)
      }),
    )
  })

  it('costs the same in whatever order its lines stand', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), anyCharges, (lines, charges) => {
        const { lines: _there, ...forth } = toQuote(lines, charges)
        const { lines: _back, ...back } = toQuote(lines.toReversed(), charges)
        expect(back).toEqual(forth)
      }),
    )
  })

  it.each([
    [0, 'nothing-to-pay'],
    [1, 'amount-too-small'],
    [leastChargedCents - 1, 'amount-too-small'],
    [leastChargedCents, undefined],
    [mostChargedCents, undefined],
    [mostChargedCents + 1, 'amount-too-large'],
  ])('of %i cents: %s', (total, fault) => {
    expect(findTotalFault(total)).toBe(fault)
  })
})
