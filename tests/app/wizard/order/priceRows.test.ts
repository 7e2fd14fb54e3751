// The rows of a price: counted by kind, and each sub-total and total the sum of what stands above it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillLines, groupLines } from '../../../../src/app/wizard/order/priceRows.ts'
import { listSums, noTaxes, type PricedLine, toQuote, toTestQuote } from '../../../../src/domain/order.ts'

const car = (label: string, discountCents = 0): PricedLine => ({
  kind: 'registration',
  label,
  quantity: 1,
  amountCents: 4000,
  discountCents,
  sale: 'event',
})
const space = (label: string, amountCents: number, reductionCents = 0): PricedLine => ({
  kind: 'space',
  label,
  quantity: 1,
  amountCents,
  reductionCents,
  sale: 'event',
})
const tickets = (label: string, quantity: number): PricedLine => ({
  kind: 'ticket',
  label,
  quantity,
  amountCents: 900 * quantity,
  sale: 'tickets',
})
const charges = { serviceFeeCents: 150, taxRates: { ...noTaxes, event: 8250, tickets: 5000 } }

describe('the rows of a price', () => {
  test('vehicles, spaces and tickets are counted by kind, and everything else has its own row', () => {
    const lines = [
      car('1967 Ford Mustang'),
      tickets('Day pass', 2),
      space('Meadow A1', 3500),
      car('1971 Chevrolet Nova'),
      tickets('Dinner', 3),
      { kind: 'donation', label: '', quantity: 1, amountCents: 100 },
      { kind: 'donation', label: '', quantity: 1, amountCents: 100 },
    ]
    expect(groupLines(lines).map(({ kind, quantity, cents }) => [kind, quantity, cents])).toEqual([
      ['registration', 2, 8000],
      ['ticket', 5, 4500],
      ['space', 1, 3500],
      ['donation', 1, 100],
      ['donation', 1, 100],
    ])
    expect(groupLines(lines)[0]?.lines.map(({ label }) => label)).toEqual([
      '1967 Ford Mustang',
      '1971 Chevrolet Nova',
    ])
  })

  test('before anything is chosen, a row counts nothing', () => {
    const [row] = groupLines([{ kind: 'space', label: '', quantity: 0, amountCents: 0 }])
    expect(row).toMatchObject({ kind: 'space', quantity: 0, cents: 0 })
  })

  test('a summary lists the kinds that it always has, and the discount of members, at nothing too', () => {
    const always = [
      { kind: 'registration', label: '', quantity: 0, amountCents: 0 },
      { kind: 'ticket', label: '', quantity: 0, amountCents: 0 },
    ]
    const quote = toQuote([car('1967 Ford Mustang')], charges)
    const read = (lines: Parameters<typeof fillLines>[0]) =>
      groupLines(fillLines(lines, always)).map(({ kind, quantity }) => [kind, quantity])
    expect(read([])).toEqual([
      ['registration', 0],
      ['ticket', 0],
    ])
    expect(read(quote.lines)).toEqual([
      ['registration', 1],
      ['ticket', 0],
    ])
    expect(read([...quote.lines, tickets('Dinner', 3)])).toEqual([
      ['registration', 1],
      ['ticket', 3],
    ])
    expect(listSums(quote, { hasDiscount: true })[0]).toEqual({ id: 'discount', cents: 0 })
    expect(listSums(quote)[0]?.id).toBe('subTotal')
  })

  test('a discount for members stands above the sub-total, and is part of it', () => {
    const quote = toQuote([car('1967 Ford Mustang', 500), space('Meadow A1', 3500, 1000)], charges)
    expect(listSums(quote)).toEqual([
      { id: 'discount', cents: -1500 },
      { id: 'subTotal', cents: 6000 },
      { id: 'serviceFee', cents: 150 },
      { id: 'taxes', cents: 495 },
    ])
    expect(quote.grandTotalCents).toBe(6645)
  })

  test('in test mode everything is taken off, and that is said in place of a discount', () => {
    const quote = toTestQuote(toQuote([car('1967 Ford Mustang', 500), tickets('Dinner', 1)], charges))
    expect(listSums(quote).slice(0, 2)).toEqual([
      { id: 'testMode', cents: -4900 },
      { id: 'subTotal', cents: 0 },
    ])
    const free = toTestQuote(toQuote([space('Meadow A1', 0)], charges))
    expect(listSums(free)[0]).toEqual({ id: 'testMode', cents: 0 })
  })

  test('of any order, sub-total and total are the sums of the rows above them', () => {
    const line = fc.oneof(
      fc.nat(9000).map((discount) => car('A car', discount)),
      fc.tuple(fc.nat(9000), fc.nat(9000)).map(([cost, less]) => space('A space', cost, less)),
      fc.integer({ min: 1, max: 9 }).map((quantity) => tickets('A ticket', quantity)),
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), fc.boolean(), (lines, isTest) => {
        const priced = toQuote(lines, charges)
        const quote = isTest ? toTestQuote(priced) : priced
        let sum = groupLines(quote.lines).reduce((all, { cents }) => all + cents, 0)
        for (const { id, cents } of listSums(quote)) {
          if (id === 'subTotal') expect(cents).toBe(sum)
          else sum += cents
        }
        expect(sum).toBe(quote.grandTotalCents)
      }),
    )
  })
})
