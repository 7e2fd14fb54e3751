// The same key gives the same answer: what is kept of an answer, and how it is given again.
import { Failure } from '../../contract/failures.ts'
import type { Principal } from '../auth/principals.ts'
import type { IdempotencyRecord } from '../db/instance/idempotencyRecord.ts'
import type { Admitted } from './admission.ts'
import type { Outcome } from './outcome.ts'

/** What the record keeps of an outcome; nothing for a call without a key, nor of an answer that is secret. */
export function toIdempotencyRecords(
  admitted: Admitted,
  principal: Principal,
  { text, code, isSecret }: Outcome,
): IdempotencyRecord[] {
  const { key, name, inputHash, now } = admitted
  if (key === null || isSecret) return []
  const outcome = code === null ? 'accepted' : 'refused'
  return [
    { key, principal: principal.ref, action: name, inputHash, outcome, answer: text, at: new Date(now) },
  ]
}

/** The answer that its key got before; another principal, action or input is told that the key is taken. */
export function replay(
  stored: IdempotencyRecord,
  admitted: Admitted,
  principal: Principal,
): Outcome | Failure {
  const isSame =
    stored.principal === principal.ref &&
    stored.action === admitted.name &&
    stored.inputHash === admitted.inputHash
  if (!isSame) return new Failure('key-reused', 'This key was used for something else.')
  return { text: stored.answer, code: findCode(stored.answer), token: null }
}

function findCode(answer: string): Failure['code'] | null {
  const { code } = JSON.parse(answer) as { code?: Failure['code'] }
  return code ?? null
}
