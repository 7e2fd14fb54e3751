import { expect, test } from 'vitest'
import { isEmail, storedEmailPattern } from '../../../src/domain/shapes/personLengths.ts'

test('a form takes an address to which mail can go', () => {
  for (const email of ['ann@example.org', "o'neil+cars@mail.example.co.uk"]) expect(isEmail(email)).toBe(true)
  for (const email of ['ann@', '@example.org', 'ann', 'ann@example', 'a nn@example.org', 'ann@@example.org'])
    expect(isEmail(email), email).toBe(false)
})

test('whoever has an address that only a club file takes can still be looked up by it', () => {
  expect(storedEmailPattern.test('ann@localhost')).toBe(true)
  expect(storedEmailPattern.test('ann@')).toBe(false)
})
