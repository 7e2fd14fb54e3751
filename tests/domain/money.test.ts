import { expect, it } from 'vitest'
import { toCents, toDollars } from '../../src/domain/money.ts'

it('dollars become the cents that people mean, also where binary fractions are off', () => {
  const cases: [number, number][] = [
    [0, 0],
    [19.99, 1999],
    [0.29, 29],
    [1.005, 101],
    [8.575, 858],
    [1_234_567.89, 123_456_789],
  ]
  for (const [dollars, cents] of cases) expect(toCents(dollars), String(dollars)).toBe(cents)
})

it('every amount of cents comes back from dollars', () => {
  for (let cents = 0; cents < 100_000; cents += 7) expect(toCents(toDollars(cents))).toBe(cents)
})
