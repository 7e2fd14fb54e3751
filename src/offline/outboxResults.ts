// The outcome of each entry of a request: accepted, refused, waiting for a grant, or sent again later.
import { minuteMs } from '../domain/time.ts'
import { type DeliveryItem, type Exchange, isBlamable, judgeResult } from './delivery.ts'
import type { OutboxResult } from './outbox.ts'
import { longestHoldMs } from './outboxQueue.ts'
import type { OutboxEntry } from './outboxRecords.ts'

/** rules/offline 1.3: the back-off has a cap, so that a running event does not wait. */
export const longestBackOffMs = minuteMs
const firstBackOffMs = 1_000
/** As often as a visible page asks for the server (rules/offline 1.3). */
const longestShortWaitMs = 8_000

/** `now` is the device's time. */
export function toOutboxResults(
  items: readonly DeliveryItem[],
  exchange: Exchange,
  { now, random, neverLeft = false }: { now: number; random(): number; neverLeft?: boolean },
): OutboxResult[] {
  return items.map(({ entry, grant }, index): OutboxResult => {
    const { key } = entry
    const findNextAt = (retryAfterMs: number | undefined) =>
      now + findWaitMs(entry.attempts + 1, random, retryAfterMs)
    if (exchange.kind === 'answered') {
      return judgeResult({ key, grant }, exchange.results[index], { at: now, findNextAt })
    }
    const nextAt = findNextAt(exchange.retryAfterMs)
    if (exchange.kind === 'unknown') {
      const code = exchange.retryAfterMs === undefined ? 'unreachable' : 'too-many-requests'
      return { kind: 'retry', key, fault: { code, message: '' }, nextAt, isSuspect: false, neverLeft }
    }
    const { fault } = exchange
    if (items.length === 1 && entryFaults.has(fault.code)) return { kind: 'refused', key, fault, at: now }
    return { kind: 'retry', key, fault, nextAt, isSuspect: isBlamable(fault.code) }
  })
}

export function toNeedsSignin({ key }: OutboxEntry): OutboxResult {
  return { kind: 'needs-signin', key, grant: undefined, fault: { code: 'needs-grant', message: '' } }
}

/** Doubles with each attempt up to the cap. It is random, because a whole field comes back online at once. */
export function findBackOffMs(attempts: number, random: () => number): number {
  const base = Math.min(longestBackOffMs, firstBackOffMs * 2 ** Math.min(attempts - 1, 10))
  return Math.round(base * (0.5 + 0.5 * random()))
}

/**
 * Waits at least as long as the server asks, with a random extra for devices that were told the same. Whoever asks
 * for a short wait is not left alone for a long one.
 */
function findWaitMs(attempts: number, random: () => number, retryAfterMs: number | undefined): number {
  const backOff = findBackOffMs(attempts, random)
  if (retryAfterMs === undefined) return backOff
  return Math.max(
    Math.min(backOff, longestShortWaitMs),
    Math.min(longestHoldMs, Math.round(retryAfterMs * (1 + 0.1 * random()))),
  )
}

/** Refusals of a whole request that a single entry can cause. */
const entryFaults: ReadonlySet<string> = new Set(['invalid-input', 'body-too-large'])
