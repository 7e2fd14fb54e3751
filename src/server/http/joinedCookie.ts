// The cookie of a browser that placed an order: when it has just joined with it, it need not prove the mailbox.
import { placedProofLifeMs } from '../limits/times.ts'
import { readCookie } from './deviceCookie.ts'

/** Browsers take it only over https, or from this machine. Elsewhere the mailed code is the way. */
const name = '__Host-setup'

export function readJoined(cookies: string | undefined): string | undefined {
  return readCookie(cookies, name)
}

/** '' deletes it. */
export function writeJoined(proof: string): string {
  const seconds = proof === '' ? 0 : placedProofLifeMs / 1000
  return `${name}=${proof}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
}
