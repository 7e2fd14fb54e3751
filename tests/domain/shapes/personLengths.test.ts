import { expect, test } from 'vitest'
import { isEmail, storedEmailPattern, toTypedPhone } from '../../../src/domain/shapes/personLengths.ts'

test('a form takes an address to which mail can go', () => {
  for (const email of ['ann@example.org', "o'neil+cars@mail.example.co.uk"]) expect(isEmail(email)).toBe(true)
  for (const email of ['ann@', '@example.org', 'ann', 'ann@example', 'a nn@example.org', 'ann@@example.org'])
    expect(isEmail(email), email).toBe(false)
})

test('whoever has an address that only a club file takes can still be looked up by it', () => {
  expect(storedEmailPattern.test('ann@localhost')).toBe(true)
  expect(storedEmailPattern.test('ann@')).toBe(false)
})

test('a telephone number keeps its digits, and letters that nobody may cut off', () => {
  expect(['(555) 010-0140', '+1 555 010 0140', ''].map(toTypedPhone)).toEqual([
    '5550100140',
    '5550100140',
    '',
  ])
  expect(['555-CALL', '555 0100 ext 5', '٥٥٥ ПЯТЬ'].map(toTypedPhone)).toEqual([
    '555-CALL',
    '555 0100 ext 5',
    '٥٥٥ ПЯТЬ',
  ])
})
