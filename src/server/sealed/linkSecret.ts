// How a judge's link is recognised: the database has only the hash of its secret.
import { createHash } from 'node:crypto'

/** The value of `judge.link_secret_hash`. */
export function hashLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
