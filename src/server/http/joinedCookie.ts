// The cookie of a browser that placed an order: when it has just joined with it, it need not prove the mailbox.
import { placedLifeMs } from '../auth/joinedProof.ts'

/** Browsers take it only over https, or from this machine. Elsewhere the mailed code is the way. */
const name = '__Host-setup'
const longest = 512

export function readJoined(cookies: string | undefined): string | undefined {
  for (const pair of cookies?.split(';') ?? []) {
    const cut = pair.indexOf('=')
    if (pair.slice(0, cut).trim() !== name) continue
    const value = pair.slice(cut + 1).trim()
    return value === '' || value.length > longest ? undefined : value
  }
  return undefined
}

/** '' deletes it. */
export function writeJoined(proof: string): string {
  const seconds = proof === '' ? 0 : placedLifeMs / 1000
  return `${name}=${proof}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=${seconds}`
}
