// What became of each entry of a request: accepted, refused, waiting for a grant, or to be sent again, and when.
import { failures, isFailureCode } from '../contract/failures.ts'
import { type Exchange, judgeResult, type Parcel } from './delivery.ts'
import type { Settlement } from './outbox.ts'
import { longestHoldMs } from './outboxQueue.ts'
import type { OutboxEntry } from './outboxRecords.ts'

/** rules/offline 1.3: back-off is capped while an event runs. */
export const longestBackOffMs = 60_000
const firstBackOffMs = 1_000

/** `now` is the device's time. */
export function toSettlements(
  parcels: readonly Parcel[],
  exchange: Exchange,
  { now, random }: { now: number; random(): number },
): Settlement[] {
  return parcels.map(({ entry, grant }, index): Settlement => {
    const { key } = entry
    const attempts = entry.attempts + 1
    if (exchange.kind === 'answered') {
      const verdict = judgeResult(key, exchange.results[index])
      if (verdict.kind === 'accepted') return { ...verdict, key, at: now }
      if (verdict.kind === 'refused') return { ...verdict, key, at: now }
      if (verdict.kind === 'needs-signin') return { ...verdict, key, grant }
      const nextAt = now + findWaitMs(attempts, random, verdict.retryAfterMs)
      return { kind: 'retry', key, fault: verdict.fault, nextAt, isSuspect: isBlamable(verdict.fault.code) }
    }
    const nextAt = now + findWaitMs(attempts, random, exchange.retryAfterMs)
    if (exchange.kind === 'unknown') {
      const code = exchange.retryAfterMs === undefined ? 'unreachable' : 'too-many-requests'
      return { kind: 'retry', key, fault: { code, message: '' }, nextAt, isSuspect: false }
    }
    const { fault } = exchange
    if (parcels.length === 1 && entryFaults.has(fault.code)) return { kind: 'refused', key, fault, at: now }
    return { kind: 'retry', key, fault, nextAt, isSuspect: isBlamable(fault.code) }
  })
}

export function toNeedsSignin({ key }: OutboxEntry): Settlement {
  return { kind: 'needs-signin', key, grant: undefined, fault: { code: 'needs-grant', message: '' } }
}

/** Grows with each attempt up to the cap, and differs on every device of a field that comes back at once. */
export function findBackOffMs(attempts: number, random: () => number): number {
  const base = Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(attempts - 1, 10))
  return Math.round(base * (0.5 + 0.5 * random()))
}

/** A wait that the server asks for is kept, with a little more for those who were told the same. */
function findWaitMs(attempts: number, random: () => number, retryAfterMs: number | undefined): number {
  const backOff = findBackOffMs(attempts, random)
  if (retryAfterMs === undefined) return backOff
  return Math.max(backOff, Math.min(longestHoldMs, Math.round(retryAfterMs * (1 + 0.1 * random()))))
}

/** Refusals of a whole request that one entry alone can cause. */
const entryFaults: ReadonlySet<string> = new Set(['invalid-input', 'body-too-large'])

/** Whether the entry itself may be why the server stumbled. */
function isBlamable(code: string): boolean {
  if (code === 'no-receipt' || code === 'no-result') return false
  if (code === 'unavailable' || code === 'too-many-requests' || code === 'bad-json') return false
  return !isFailureCode(code) || failures[code].aftermath !== 'needs-signin'
}
