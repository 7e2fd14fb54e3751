// A refusal as JSON, as it is sent.
import type { Definition, Receipt } from '../../contract/define.ts'
import type { Failure } from '../../contract/failures.ts'

/** Our envelope as JSON text, without fields that the failure does not have. */
export function toRefusalBody(
  failure: Failure,
  receipt: Receipt | null,
  refused?: Definition['refused'],
): string {
  const { faults, retryAfter, reference, quote, wasCents, mostHeld, usedAt, onPaper } = failure.details
  return JSON.stringify({
    success: false,
    code: failure.code,
    errorMessage: failure.message,
    ...refused?.(failure.message),
    receipt,
    faults,
    retryAfter,
    reference,
    quote,
    wasCents,
    mostHeld,
    usedAt,
    onPaper,
  })
}
