// The code that signs in a phone, as people type it.
import { accountAlphabet, readCode } from '../../domain/receiptCode.ts'

/** Capital letters and digits alone; undefined if it cannot be a code. */
export function readTypedCode(typed: string): string | undefined {
  return readCode(typed, { alphabet: accountAlphabet, length: 8 })
}
