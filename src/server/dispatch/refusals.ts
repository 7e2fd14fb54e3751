// A refusal as it goes over the wire.
import type { Definition, Receipt } from '../../contract/define.ts'
import type { Failure } from '../../contract/failures.ts'

/** JSON text of our envelope; what a failure does not carry is left out. */
export function toRefusalText(
  failure: Failure,
  receipt: Receipt | null,
  refused?: Definition['refused'],
): string {
  const { faults, retryAfter, reference, quote, wasCents } = failure.details
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
  })
}
