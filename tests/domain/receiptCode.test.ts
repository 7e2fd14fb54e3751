// The receipt code, and the keys that have it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  accountAlphabet,
  findKeyPrefix,
  readCode,
  toReceiptCode,
  toShownCode,
} from '../../src/domain/receiptCode.ts'

it('leads back to the beginning of the key, however it is typed', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), (key) => {
      const code = toReceiptCode(key)
      const prefix = key.replaceAll('-', '').slice(0, 10)
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
      expect(findKeyPrefix(code)).toBe(prefix)
      expect(findKeyPrefix(code.toLowerCase().replace('-', ' '))).toBe(prefix)
      // a scanner on another keyboard
      for (const dash of ["'", 'ß', '–']) expect(findKeyPrefix(code.replace('-', dash))).toBe(prefix)
      expect(findKeyPrefix(code.replaceAll('0', 'O').replaceAll('1', 'l'))).toBe(prefix)
    }),
  )
})

it('is no code when it is too short, too long, or holds what no code holds', () => {
  expect(['', 'ABCD', 'ABCD-EFGHJ', 'ABCD-EFG!', 'UUUU-UUUU'].map(findKeyPrefix)).toEqual(
    Array(5).fill(undefined),
  )
})

it('is read as it was shown, in the letters of its kind alone', () => {
  const wanted = { alphabet: accountAlphabet, length: 8 }
  expect(toShownCode('ABCD2345')).toBe('ABCD-2345')
  for (const typed of ['ABCD-2345', ' abcd 2345 ', 'abcd–2345', "ABCD'2345"]) {
    expect(readCode(typed, wanted)).toBe('ABCD2345')
  }
  // a zero is nobody's O here: the code is compared by its hash
  for (const typed of ['ABCD-234', 'ABCD-23456', 'ABC0-2345', 'ABCI-2345', '']) {
    expect(readCode(typed, wanted)).toBeUndefined()
  }
})
