// An answer as text, with the receipt in it: accepted or refused.
import type { Definition, Receipt } from '../../contract/define.ts'
import { Failure, failures } from '../../contract/failures.ts'
import { takeOutHidden } from '../../contract/shownBy.ts'
import { listRights } from '../../domain/rights.ts'
import type { Principal } from '../auth/principals.ts'
import type { CheckedCall } from './callCheck.ts'
import { toRefusalBody } from './refusals.ts'

/** An answer as it is sent. `text` is stored in an idempotency record and repeated byte for byte. */
export interface Outcome {
  readonly text: string
  readonly code: Failure['code'] | null
  readonly token: string | null
  /** For the browser's cookie: it has just joined. '' deletes it. */
  readonly joined?: string
  /** For the browser's other cookie: somebody has signed in there. */
  readonly device?: string
  /** It contains the definition's `secret`, so it is not stored. The action itself answers the same again. */
  readonly isSecret?: boolean
}

/** The texts of read answers that a handler remembers, so that they are written only once. */
const readTexts = new WeakMap<object, string>()

/** The output schema lists what may be sent. Everything else that a handler returns is left out. */
export function toAccepted(
  checked: CheckedCall,
  output: object,
  { token = null, ...more }: Partial<Pick<Outcome, 'token' | 'joined' | 'device'>> = {},
): Outcome {
  const { definition, key } = checked
  if (definition.effect === 'read')
    return { text: toReadText(definition, output), code: null, token, ...more }
  const projected = definition.output.parse(output)
  const receipt = key === null ? null : toReceipt(checked, key, 'accepted')
  const { secret } = definition
  return {
    text: JSON.stringify({ success: true, ...projected, receipt }),
    code: null,
    token,
    ...more,
    isSecret: secret !== undefined && projected[secret] !== undefined,
  }
}

function toReadText({ output: shape, isShared }: Definition, output: object): string {
  const known = readTexts.get(output)
  if (known !== undefined) return known
  const text = JSON.stringify({ success: true, ...shape.parse(output) })
  if (isShared) readTexts.set(output, text)
  return text
}

/** Of an officer's action only the fields that their rights show. */
export function toShown(
  { definition }: Pick<CheckedCall, 'definition'>,
  { roles }: Principal,
  output: object,
) {
  if (definition.access !== 'officer') return output
  return takeOutHidden(definition.output, output, listRights(roles)) as object
}

/** A final refusal by the action, with a receipt. */
export function toRefused(checked: CheckedCall, failure: Failure): Outcome {
  const receipt = checked.key === null ? null : toReceipt(checked, checked.key, 'refused')
  const text = toRefusalBody(failure, receipt, checked.definition.refused)
  return { text, code: failure.code, token: null }
}

/** Refusals by the action are final. Sign-in, limits, wrong input and our own faults are never stored. */
export function isFinal(error: unknown): error is Failure {
  return error instanceof Failure && failures[error.code].status === 200 && error.code !== 'key-reused'
}

function toReceipt(checked: CheckedCall, key: string, outcome: Receipt['outcome']): Receipt {
  return { key, outcome, at: new Date(checked.now).toISOString() }
}
