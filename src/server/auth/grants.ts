// A judge's grant: made by the server, recognised by its hash, and the same again for the same call.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mostCodeLength } from '../../domain/scoring.ts'
import { getInstanceKey } from '../db/instance/instanceSecret.ts'
import { secretBytes } from '../limits/sizes.ts'
import type { Services } from '../process/services.ts'

/** The value of `judge_grant.hash`. A grant has 256 random bits, so a plain hash cannot be reversed. */
export function hashGrant(grant: string): string {
  return createHash('sha256').update(grant).digest('hex')
}

/**
 * With a key, the grant is derived from the call with its proof. A judge who lost the answer after the link
 * was spent sends the same call again and gets the same grant, so it need not be stored anywhere. Not within
 * a transaction.
 */
export async function makeGrant(
  services: Services,
  key: string | null,
  call: readonly (string | number)[],
): Promise<string> {
  if (key === null) return randomBytes(secretBytes).toString('base64url')
  const secret = await getInstanceKey(services.database, 'judge grants')
  return createHmac('sha256', secret)
    .update(JSON.stringify([key, ...call]))
    .digest('base64url')
}

/** rules/security 2.1: the code is derived from the challenge's id, never stored. Not in a transaction. */
export async function createCodeMaker(services: Services): Promise<(challengeId: string) => string> {
  const secret = await getInstanceKey(services.database, 'judge codes')
  return (challengeId) => {
    const digest = createHmac('sha256', secret).update(challengeId).digest()
    // 64 bits, so that no code is more likely than another by more than one in a trillion
    const number = digest.readBigUInt64BE() % 10n ** BigInt(mostCodeLength)
    return number.toString().padStart(mostCodeLength, '0')
  }
}
