// How much an outbox may deliver for one judge or voter (rules/security 8.2). Never counted by address: a
// whole show may share one.
import type { Failure } from '../../contract/failures.ts'
import type { Principal } from '../auth/principals.ts'
import { ballotsPerVoter, repeatsPerSender, sheetsPerGrant, type WindowLimit } from '../limits/often.ts'
import { createCounters } from '../throttle/counters.ts'
import type { Admitted } from './callCheck.ts'
import { toTooMany } from './limits.ts'

export interface DeliveryLimits {
  /** Counts a new call, once however often it is run. Answers the refusal when there were too many. */
  countNew(admitted: Admitted, principal: Principal): Failure | undefined
  /** Counts a call whose key was answered before. */
  countRepeat(admitted: Admitted, principal: Principal): Failure | undefined
}

export function createDeliveryLimits(now: () => number): DeliveryLimits {
  const counters = createCounters(now)
  const counted = new WeakSet<Admitted>()

  function count(
    admitted: Admitted,
    principal: Principal,
    kind: 'new' | 'repeat',
    limits: readonly WindowLimit[],
  ): Failure | undefined {
    if (!admitted.definition.queued || counted.has(admitted)) return undefined
    counted.add(admitted)
    // A grant and not its judge: whoever has copied one must not use up what the judge may send with another.
    const name = `${kind} ${admitted.tenant.id} ${principal.judge?.hash ?? principal.ref}`
    const waits = limits.map((limit) => counters.count(`${name} ${limit.windowMs}`, limit))
    const waitMs = Math.max(...waits)
    return waitMs > 0 ? toTooMany(waitMs) : undefined
  }

  return {
    countNew: (admitted, principal) =>
      count(admitted, principal, 'new', principal.judge === null ? ballotsPerVoter : sheetsPerGrant),
    countRepeat: (admitted, principal) => count(admitted, principal, 'repeat', [repeatsPerSender]),
  }
}
