// How much an outbox may deliver for one judge or voter (rules/security 8.2). Never counted by address: a
// whole show may share one.

import type { Failure } from '../../contract/failures.ts'
import type { Principal } from '../auth/principals.ts'
import { addDeliveries, type Delivered } from '../db/instance/deliveryCount.ts'
import type { Tx } from '../db/open.ts'
import { ballotsPerVoter, repeatsPerSender, sheetsPerGrant } from '../limits/often.ts'
import { createCounters, makeRoom } from '../throttle/counters.ts'
import { toTooMany } from '../throttle/throttle.ts'
import type { CheckedCall } from './callCheck.ts'

interface Delivery {
  readonly checked: CheckedCall
  readonly principal: Principal
}

export interface OutboxLimits {
  /**
   * Counts calls whose keys are new, for all processes together, within the transaction that answers them: what is not
   * committed is not counted. All are of one club. Answers the refusals of those that are too many.
   */
  countNew(tx: Tx, calls: readonly Delivery[]): Promise<ReadonlyMap<CheckedCall, Failure>>
  /** Counts a call whose key was answered before, in this process. Answers the refusal when there were too many. */
  countRepeat(call: Delivery): Failure | undefined
}

interface Window extends Delivered {
  readonly most: number
  readonly calls: readonly CheckedCall[]
  /** Epoch milliseconds. */
  readonly until: number
  /** Its name in the memory of those that are full. */
  readonly name: string
}

export function createOutboxLimits(now: () => number): OutboxLimits {
  const counters = createCounters(now)
  const counted = new WeakSet<CheckedCall>()
  /** Until when, so that refused calls cost the database nothing more. */
  const full = new Map<string, number>()

  /** Windows follow each other without gaps, beginning at the epoch. */
  function listWindows(calls: readonly Delivery[]): Window[] {
    const at = now()
    const queued = calls.filter(({ checked }) => checked.definition.queued)
    return [...Map.groupBy(queued, toSender)].flatMap(([sender, same]) => {
      const limits = same[0]?.principal.judge === null ? ballotsPerVoter : sheetsPerGrant
      return limits.map(({ most, windowMs }) => {
        const start = at - (at % windowMs)
        return {
          ...{ sender, windowMs, windowStart: new Date(start), amount: same.length },
          ...{ most, calls: same.map(({ checked }) => checked), until: start + windowMs },
          name: `${same[0]?.checked.tenant.id} ${sender} ${start} ${windowMs}`,
        }
      })
    })
  }

  return {
    async countNew(tx, calls) {
      const windows = listWindows(calls)
      const closed = new Set(windows.filter(({ name }) => full.has(name)).map(({ sender }) => sender))
      const open = windows.filter(({ sender }) => !closed.has(sender))
      const counts = await addDeliveries(tx, open)
      const refused = new Map<CheckedCall, Failure>()
      const refuse = ({ calls: all, until }: Window, surplus: number): void => {
        for (const checked of all.slice(-surplus)) refused.set(checked, toTooMany(until - now()))
      }
      for (const window of windows) if (full.has(window.name)) refuse(window, window.amount)
      for (const [index, window] of open.entries()) {
        const surplus = (counts[index] ?? 0) - window.most
        if (surplus <= 0) continue
        refuse(window, surplus)
        // full without these calls too, whose transaction may still be rolled back
        if (surplus < window.amount) continue
        makeRoom(full, (until) => until <= now())
        full.set(window.name, window.until)
      }
      return refused
    },

    countRepeat({ checked, principal }) {
      if (!checked.definition.queued || counted.has(checked)) return undefined
      counted.add(checked)
      const waitMs = counters.count(
        `${checked.tenant.id} ${toSender({ checked, principal })}`,
        repeatsPerSender,
      )
      return waitMs > 0 ? toTooMany(waitMs) : undefined
    },
  }
}

/** A grant and not its judge: whoever has copied one must not use up what the judge may send with another. */
function toSender({ principal }: Delivery): string {
  return principal.judge?.hash ?? principal.ref
}
