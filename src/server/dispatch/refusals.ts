// A refusal as JSON, as it is sent.
import type { Definition, Receipt } from '../../contract/define.ts'
import { Failure } from '../../contract/failures.ts'
import { busyRetrySeconds } from '../limits/machine.ts'

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

/** The same call may go through a moment later. `reference` leads to the reason in the log. */
export function toBusy(reference: string): Failure {
  const text = 'The server is busy. Please try again in a moment.'
  return new Failure('unavailable', text, { reference, retryAfter: busyRetrySeconds })
}
