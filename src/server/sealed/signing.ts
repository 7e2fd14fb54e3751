// How the server signs what it gives out, and recognises what it has made.
import { createHmac, timingSafeEqual } from 'node:crypto'

export function sign(key: Buffer, said: string): string {
  return createHmac('sha256', key).update(said).digest('base64url')
}

/** The work does not show where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** What is said, and its signature behind a dot. */
export function seal(key: Buffer, said: string): string {
  return `${said}.${sign(key, said)}`
}

/** What was said; undefined when we have not sealed it. */
export function readSealed(key: Buffer, text: string): string | undefined {
  const cut = text.lastIndexOf('.')
  const said = text.slice(0, Math.max(cut, 0))
  return isSameSecret(text.slice(cut + 1), sign(key, said)) ? said : undefined
}
