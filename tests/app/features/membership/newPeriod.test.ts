import { describe, expect, it } from 'vitest'
import { findNewPeriod } from '../../../../src/app/features/membership/newPeriod.ts'
import { noTaxes, toQuote } from '../../../../src/domain/order.ts'

const quoteOf = (expiration: string) =>
  toQuote(
    [{ kind: 'renewal', label: 'Family', quantity: 1, amountCents: 4000, sale: 'membership', expiration }],
    { serviceFeeCents: 0, taxRates: noTaxes },
  )

describe('the new expiration on the screen', () => {
  const today = '2026-06-12'
  const unpriced = { quote: undefined, isCurrent: false }

  it('is there at once where the old one is extended', () => {
    expect(findNewPeriod('2026-07-01', 2, today, unpriced)).toEqual({
      expiration: '2028-07-01',
      runsFromToday: false,
      line: undefined,
    })
  })

  it('is said by the server where the renewal runs from today, for the present choice alone', () => {
    const quote = quoteOf('2027-06-12')
    const fromToday = (expiration: string | undefined) => ({
      ...{ expiration, runsFromToday: true },
      line: expiration === undefined ? undefined : quote.lines[0],
    })
    expect(findNewPeriod('2023-06-01', 1, today, unpriced)).toEqual(fromToday(undefined))
    expect(findNewPeriod('2023-06-01', 1, today, { quote, isCurrent: false })).toEqual(fromToday(undefined))
    expect(findNewPeriod('2023-06-01', 1, today, { quote, isCurrent: true })).toEqual(fromToday('2027-06-12'))
  })
})
