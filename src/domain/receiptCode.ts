// Codes that people read to each other, without letters that are easily misread. The receipt code is the one
// by which a person and an officer name the same submission.

/** Without I, L, O and U. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Of the codes that open an account: without I, O, 0 and 1. They are compared by their hash, so none is read as another. */
export const accountAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const bitsPerDigit = 5
const receiptLength = 8

/** So many characters of five bits each, in groups of four: XXXX-XXXX. */
export function spellBits(bits: bigint, length: number): string {
  const code = Array.from({ length }, (_, place) => {
    const shift = BigInt((length - 1 - place) * bitsPerDigit)
    return digits[Number((bits >> shift) & 31n)]
  }).join('')
  return toShownCode(code)
}

/** In groups of four, for people who type it. */
export function toShownCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}

/** Capital letters and digits: a scanner that takes itself for another keyboard sends a ' or a ß for each dash. */
export function toCodeSigns(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
}

/** The signs of a code, however it was typed; undefined if it is none of this length in these letters. */
export function readCode(
  typed: string,
  { alphabet, length }: { readonly alphabet: string; readonly length: number },
): string | undefined {
  const code = toCodeSigns(typed)
  const isCode = code.length === length && Array.from(code).every((sign) => alphabet.includes(sign))
  return isCode ? code : undefined
}

/** What `spellBits` has spelled, however it was typed; undefined if it is no such code. */
export function readBits(code: string, length: number): bigint | undefined {
  const plain = toCodeSigns(code).replace(/[IL]/g, '1').replace(/O/g, '0')
  if (plain.length !== length) return undefined
  let bits = 0n
  for (const character of plain) {
    const value = digits.indexOf(character)
    if (value === -1) return undefined
    bits = (bits << BigInt(bitsPerDigit)) | BigInt(value)
  }
  return bits
}

/** Eight characters as XXXX-XXXX, from the first 40 bits of the submission's key (a UUID). */
export function toReceiptCode(key: string): string {
  const start = key.replaceAll('-', '').slice(0, (receiptLength * bitsPerDigit) / 4)
  return spellBits(BigInt(`0x${start}`), receiptLength)
}

/** The first ten hexadecimal digits of the keys that have this code; undefined if it is no code. */
export function findKeyPrefix(code: string): string | undefined {
  return readBits(code, receiptLength)?.toString(16).padStart(10, '0')
}
