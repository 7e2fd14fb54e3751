// How much an outbox may deliver for one judge or voter (rules/security 8.2). Never counted by address: a
// whole show may share one.

import type { Failure } from '../../contract/failures.ts'
import type { Principal } from '../auth/principals.ts'
import { ballotsPerVoter, repeatsPerSender, sheetsPerGrant, type WindowLimit } from '../limits/often.ts'
import { createCounters } from '../throttle/counters.ts'
import { toTooMany } from '../throttle/throttle.ts'
import type { CheckedCall } from './callCheck.ts'

export interface OutboxLimits {
  /** Counts a new call, once however often it is run. Answers the refusal when there were too many. */
  countNew(checked: CheckedCall, principal: Principal): Failure | undefined
  /** Counts a call whose key was answered before. */
  countRepeat(checked: CheckedCall, principal: Principal): Failure | undefined
}

export function createOutboxLimits(now: () => number): OutboxLimits {
  const counters = createCounters(now)
  const counted = new WeakSet<CheckedCall>()

  function count(
    checked: CheckedCall,
    principal: Principal,
    kind: 'new' | 'repeat',
    limits: readonly WindowLimit[],
  ): Failure | undefined {
    if (!checked.definition.queued || counted.has(checked)) return undefined
    counted.add(checked)
    // A grant and not its judge: whoever has copied one must not use up what the judge may send with another.
    const name = `${kind} ${checked.tenant.id} ${principal.judge?.hash ?? principal.ref}`
    const waits = limits.map((limit) => counters.count(`${name} ${limit.windowMs}`, limit))
    const waitMs = Math.max(...waits)
    return waitMs > 0 ? toTooMany(waitMs) : undefined
  }

  return {
    countNew: (checked, principal) =>
      count(checked, principal, 'new', principal.judge === null ? ballotsPerVoter : sheetsPerGrant),
    countRepeat: (checked, principal) => count(checked, principal, 'repeat', [repeatsPerSender]),
  }
}
