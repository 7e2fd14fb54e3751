// The receipt code: a short code by which a person and an officer name the same submission.

/** Without I, L, O and U, which are easily misread. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bitsPerDigit = 5
const codeLength = 8

/** Eight characters as XXXX-XXXX, from the first 40 bits of the submission's key (a UUID). */
export function toReceiptCode(key: string): string {
  const bits = BigInt(`0x${key.replaceAll('-', '').slice(0, (codeLength * bitsPerDigit) / 4)}`)
  const code = Array.from({ length: codeLength }, (_, place) => {
    const shift = BigInt((codeLength - 1 - place) * bitsPerDigit)
    return digits[Number((bits >> shift) & 31n)]
  }).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** The first ten hexadecimal digits of the keys that have this code; undefined if it is no code. */
export function findKeyPrefix(code: string): string | undefined {
  const plain = code.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0')
  if (plain.length !== codeLength) return undefined
  let bits = 0n
  for (const character of plain) {
    const value = digits.indexOf(character)
    if (value === -1) return undefined
    bits = (bits << BigInt(bitsPerDigit)) | BigInt(value)
  }
  return bits.toString(16).padStart(10, '0')
}
