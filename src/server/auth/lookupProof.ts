// The proof that somebody looked a membership up. For an hour its holder may renew that one membership.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { hourMs } from '../../domain/time.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import type { Services } from '../services.ts'

export const lookupLifeMs = hourMs

export interface Lookup {
  readonly tenantId: number
  readonly memberId: number
}

export async function sealLookup(
  services: Pick<Services, 'database'>,
  { tenantId, memberId }: Lookup,
  now: number,
): Promise<string> {
  const said = [tenantId, memberId, now + lookupLifeMs].join('.')
  return `${said}.${sign(await getLookupKey(services), said)}`
}

/** Undefined when we did not make it or it has expired. The caller compares the club. */
export async function openLookup(
  services: Pick<Services, 'database'>,
  text: string,
  now: number,
): Promise<Lookup | undefined> {
  const cut = text.lastIndexOf('.')
  const said = text.slice(0, Math.max(cut, 0))
  const expected = Buffer.from(sign(await getLookupKey(services), said))
  const given = Buffer.from(text.slice(cut + 1))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const [tenantId = 0, memberId = 0, until = 0] = said.split('.').map(Number)
  return now < until ? { tenantId, memberId } : undefined
}

function sign(secret: Buffer, said: string): string {
  return createHmac('sha256', secret).update(said).digest('base64url')
}

/** Once it has been read outside, proofs can also be opened within a transaction. */
export function getLookupKey({ database }: Pick<Services, 'database'>): Promise<Buffer> {
  return getInstanceKey(database, 'membership look-ups')
}
