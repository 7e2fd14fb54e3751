// The code of a sold ticket: nobody can guess it, and people can read it to each other.
import { readBits, spellBits } from '../receiptCode.ts'

/** 80 bits. */
const length = 16

/** XXXX-XXXX-XXXX-XXXX, from at least ten random bytes. */
export function toTicketCode(random: Uint8Array): string {
  let bits = 0n
  for (const byte of random.subarray(0, 10)) bits = (bits << 8n) | BigInt(byte)
  return spellBits(bits, length)
}

/** The code as it is stored, however it was typed; undefined if it is no ticket's code. */
export function readTicketCode(typed: string): string | undefined {
  const bits = readBits(typed, length)
  return bits === undefined ? undefined : spellBits(bits, length)
}
