// An answer as text, with its receipt: accepted or refused.
import type { Receipt } from '../../contract/define.ts'
import { Failure, failures } from '../../contract/failures.ts'
import type { Admitted } from './admission.ts'
import { toRefusalBody } from './refusals.ts'

/** An answer as it goes out; `text` is stored with a receipt and repeated byte for byte. */
export interface Outcome {
  readonly text: string
  readonly code: Failure['code'] | null
  readonly token: string | null
  /** It carries the definition's `secret`: no record keeps it, and the action itself gives it again. */
  readonly isSecret?: boolean
}

/** The output schema is the list of what may go out: whatever else a handler returned stays here. */
export function toAccepted(admitted: Admitted, output: object, token: string | null): Outcome {
  const { definition, key } = admitted
  const projected = definition.output.parse(output)
  const isRead = definition.effect === 'read'
  const receipt = isRead ? {} : { receipt: key === null ? null : toReceipt(admitted, key, 'accepted') }
  const { secret } = definition
  return {
    text: JSON.stringify({ success: true, ...projected, ...receipt }),
    code: null,
    token,
    isSecret: secret !== undefined && projected[secret] !== undefined,
  }
}

/** A refusal on merit, with the receipt that says that it stands for good. */
export function toRefused(admitted: Admitted, failure: Failure): Outcome {
  const receipt = admitted.key === null ? null : toReceipt(admitted, admitted.key, 'refused')
  const text = toRefusalBody(failure, receipt, admitted.definition.refused)
  return { text, code: failure.code, token: null }
}

/** Refusals on merit stand for good; sign-in, limits, wrong input and our own faults leave no receipt. */
export function isFinal(error: unknown): error is Failure {
  return error instanceof Failure && failures[error.code].status === 200 && error.code !== 'key-reused'
}

function toReceipt(admitted: Admitted, key: string, outcome: Receipt['outcome']): Receipt {
  return { key, outcome, at: new Date(admitted.now).toISOString() }
}
