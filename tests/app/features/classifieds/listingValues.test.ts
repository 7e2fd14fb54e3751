import { expect, test } from 'vitest'
import {
  countDays,
  emptyListing,
  findListingFaults,
  isSameListing,
  toListingInput,
  toListingValues,
} from '../../../../src/app/features/classifieds/listingValues.ts'
import { typePrice } from '../../../../src/app/features/classifieds/priceText.ts'
import { showAmount } from '../../../../src/app/wizard/fields/amountText.ts'

const right = { ...emptyListing, label: 'Fender', price: '12' }

/** One key after the other, each at the end. */
function typeAll(keys: string): string {
  let before = { text: '', hasComma: false }
  for (const key of keys) before = typePrice(before, showAmount(before.text) + key)
  return showAmount(before.text)
}

test.each([
  ['1234567', '$1,234,567'],
  ['12345678', '$1,234,567'],
  ['12345678.5', '$1,234,567.5'],
  ['1.239', '1.239'],
  ['2.000', '2.000'],
  ['1.200,50', '1.200,50'],
  ['12,5.00', '12.5.00'],
  ['1..5', '1..5'],
  ['-5', '$5'],
  ['0012', '$12'],
  ['0.50', '$0.50'],
  ['a1b2', '$12'],
  ['.5', '$.5'],
  ['$ 7', '$7'],
])('the keys %s are shown as %s', (keys, shown) => {
  expect(typeAll(keys)).toBe(shown)
})

test.each(['1.239', '2.000', '1.200,50', '12,5.00', '1..5'])('the keys %s are no price', (keys) => {
  const price = typeAll(keys)
  expect(['doubtful', 'too-large']).toContain(findListingFaults({ ...right, price }).price)
})

test('what was pasted is read whole, and stays where it could mean two amounts', () => {
  const nothing = { text: '', hasComma: false }
  expect(typePrice(nothing, '$1,200.50').text).toBe('1200.50')
  expect(typePrice(nothing, 'USD 85').text).toBe('85')
  expect(typePrice(nothing, '1.200,50').text).toBe('1.200,50')
  expect(findListingFaults({ ...right, price: '1.200,50' })).toEqual({ price: 'doubtful' })
})

test('a fault is found in each field', () => {
  expect(findListingFaults(right)).toEqual({})
  expect(findListingFaults(emptyListing)).toEqual({ label: 'missing', price: 'missing' })
  expect(findListingFaults({ ...right, label: '  ', price: '12345678' })).toEqual({
    label: 'missing',
    price: 'too-large',
  })
  expect(findListingFaults({ ...right, label: 'x'.repeat(65), description: 'y'.repeat(1025) })).toEqual({
    label: 'too-long',
    description: 'too-long',
  })
  expect(findListingFaults({ ...right, label: ` ${'x'.repeat(64)} `, price: '0' })).toEqual({})
})

test('what is stored comes back as it was, and a change is seen', () => {
  const listing = {
    ...{ id: 1, memberId: 2, label: 'Hood', price: 1200.5, description: '', created: '' },
    images: [{ id: 'a', imageData: '/media/member/a.webp' }],
  }
  const values = toListingValues(listing)
  expect(values.price).toBe('1200.50')
  expect(toListingInput({ ...values, label: ' Hood\u200e ' })).toEqual({
    ...{ label: 'Hood', price: 1200.5, description: '', images: [{ imageData: '/media/member/a.webp' }] },
  })
  expect(isSameListing(values, toListingValues(listing))).toBe(true)
  for (const change of [{ label: 'Hoods' }, { price: '1' }, { description: 'x' }, { pictures: [] }]) {
    expect(isSameListing(values, { ...values, ...change })).toBe(false)
  }
})

test('a day is 24 hours', () => {
  const day = 86_400_000
  expect([0, day - 1, day, 3 * day + 5].map((age) => countDays(new Date(0).toISOString(), age))).toEqual([
    0, 0, 1, 3,
  ])
})
