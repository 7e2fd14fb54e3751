// The code that signs in a phone, as people type it.

/** Without I, O, 0 and 1, which people confuse. */
const shape = /^[A-HJ-NP-Z2-9]{8}$/

/** Capital letters and digits alone; undefined if it cannot be a code. */
export function readTypedCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, '')
  return shape.test(code) ? code : undefined
}

/** In two halves, for people who type it. */
export function toShownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
