// How a judge's link is known again: the database keeps the hash of its secret alone.
import { createHash } from 'node:crypto'

/** As it stands in `judge.link_secret_hash`. */
export function hashLinkSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
