// The same key gets the same answer: what is stored of an answer, and how it is given again.
import { Failure } from '../../contract/failures.ts'
import { type Principal, visitor } from '../auth/principals.ts'
import {
  countStoredRefusals,
  type IdempotencyRecord,
  insertIdempotencyRecords,
} from '../db/instance/idempotencyRecord.ts'
import type { Tx } from '../db/open.ts'
import { refusalsStoredPerSender } from '../limits/often.ts'
import type { CheckedCall } from './callCheck.ts'
import { isMiss } from './limits.ts'
import type { Outcome } from './outcome.ts'

/**
 * What is stored of an outcome. Nothing for a call without a key, an answer that is secret, and refusals of
 * callers that nobody can tell apart.
 */
export function toIdempotencyRecords(
  checked: CheckedCall,
  principal: Principal,
  { text, code, isSecret }: Outcome,
): IdempotencyRecord[] {
  const { key, name, inputHash, now } = checked
  if (key === null || isSecret) return []
  if (code !== null && (principal.ref === visitor.ref || isMiss(code))) return []
  const outcome = code === null ? 'accepted' : 'refused'
  return [
    { key, principal: principal.ref, action: name, inputHash, outcome, answer: text, at: new Date(now) },
  ]
}

/** False when one of the keys already has an answer. */
export async function storeRecords(tx: Tx, records: readonly IdempotencyRecord[]): Promise<boolean> {
  const refused = records.filter(({ outcome }) => outcome === 'refused')
  if (refused.length === 0) return insertIdempotencyRecords(tx, records)
  const principals = [...new Set(refused.map(({ principal }) => principal))]
  const stored = await countStoredRefusals(tx, principals)
  const kept = records.filter(({ principal, outcome }) => {
    if (outcome === 'accepted') return true
    const count = (stored.get(principal) ?? 0) + 1
    stored.set(principal, count)
    return count <= refusalsStoredPerSender
  })
  return insertIdempotencyRecords(tx, kept)
}

/** The answer that the key got before, or a failure when principal, action or input differ. */
export function replay(
  stored: IdempotencyRecord,
  checked: CheckedCall,
  principal: Principal,
): Outcome | Failure {
  const isSame =
    stored.principal === principal.ref &&
    stored.action === checked.name &&
    stored.inputHash === checked.inputHash
  if (!isSame) return new Failure('key-reused', 'This key was used for something else.')
  return { text: stored.answer, code: findCode(stored.answer), token: null }
}

function findCode(answer: string): Failure['code'] | null {
  const { code } = JSON.parse(answer) as { code?: Failure['code'] }
  return code ?? null
}
