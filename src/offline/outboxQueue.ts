// Which entries are sent next: the first of each lane when it is due, as many as fit in one request.
import { hourMs } from '../domain/time.ts'
import { type DeliveryItem, toWire } from './delivery.ts'
import { type OutboxEntry, toLanes } from './outboxRecords.ts'

/** rules/offline 1.9; the server takes no more. */
export const mostInRequest = 50
/** Well below the server's limit for a batch (rules/security 1.1). */
export const mostRequestBytes = 400_000
/** The server never asks a sheet to wait longer. */
export const longestHoldMs = hourMs
/** Enough for a request of fifty sheets over two bars of signal. */
export const requestTimeLimitMs = 30_000
/** Without Web Locks nobody knows when a sender ended. A request takes at most half of this. */
const leaseMs = 2 * requestTimeLimitMs
/** After so many server errors over an entry, later sheets of the same car may go first. */
export const attemptsBeforeOvertaking = 5

/**
 * `due`: entries whose back-off is over. `answering`: the server answers, so what waited for it is sent too.
 * `hint`: the network may be back. `person`: "Send now".
 */
export type Urgency = 'due' | 'answering' | 'hint' | 'person'

/** The progress of a run, as far as it decides what is sent next. */
export interface RunProgress {
  urgency: Urgency
  /** By the device's clock. This run does not send again what another context has sent since then. */
  startedAt: number
  /** The keys that this run has sent. It does not try them again, whatever becomes of the device's clock. */
  tried: ReadonlySet<string>
  /** Requests in a row that the server answered. */
  answered: number
}

/** The entries that may be sent now, in their order. */
export function findReady(entries: readonly OutboxEntry[], run: RunProgress, now: number): OutboxEntry[] {
  return listHeads(entries).filter((entry) => isReady(entry, run, now))
}

/**
 * rules/offline 1.6: of one judge and one car the first entry goes first, unless the server keeps failing on
 * it.
 */
export function listHeads(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const lanes = new Set<string>()
  const heads: OutboxEntry[] = []
  for (const entry of [...entries].sort((a, b) => a.order - b.order)) {
    const own = toLanes(entry)
    const isFirst = own.every((lane) => !lanes.has(lane))
    if (isFirst) heads.push(entry)
    // one that waits in one of its lanes holds up the other too
    if (!isFirst || (entry.suspicion ?? 0) < attemptsBeforeOvertaking) for (const lane of own) lanes.add(lane)
  }
  return heads
}

function isReady(entry: OutboxEntry, run: RunProgress, now: number): boolean {
  // This happens only without Web Locks: another sender is sending it.
  if (entry.state === 'sending') return false
  // 0: to be sent at once, as under the grant of a judge who has just verified again
  if (run.tried.has(entry.key) && entry.nextAt !== 0) return false
  const isUntried = entry.sentAt === undefined || entry.sentAt < run.startedAt
  if (entry.state === 'needs-signin') return run.urgency === 'person' && isUntried
  if (findDueMs(entry, now) === 0) return true
  if (entry.fault?.code === 'too-many-requests') return false
  if (run.urgency === 'hint' || run.urgency === 'person') return isUntried
  // The server has just answered, so entries that waited for the network need not wait longer.
  const isAnswering = run.urgency === 'answering' || run.answered > 0
  return isAnswering && networkFaults.has(entry.fault?.code ?? '') && isUntried
}

/** No answer came, or one that is not our server's answer to this entry. */
const networkFaults: ReadonlySet<string> = new Set(['unreachable', 'no-result', 'no-receipt'])

/** Milliseconds until an entry is due. If the device clock was set back, it is due at once. */
export function findDueMs(entry: OutboxEntry, now: number): number {
  const { sentAt = 0, nextAt, state } = entry
  if (now < sentAt) return 0
  if (state === 'sending') return Math.max(0, sentAt + leaseMs - now)
  return Math.max(0, Math.min(nextAt - now, longestHoldMs * 1.1))
}

/**
 * What is sent next, beside so many requests on their way: once the server answers there may be one, so that one is on
 * its way while the server works on the other. What a server may have stumbled over goes alone. Of one judge and one
 * car only one entry is ready at a time, so they keep their order (rules/offline 1.6).
 */
export function chooseRequest(
  items: readonly DeliveryItem[],
  answered: number,
  onTheirWay: number,
): DeliveryItem[] {
  const isCareful = answered === 0 || items.some((item) => toSuspicion(item) > 0)
  return onTheirWay < (isCareful ? 1 : 2) ? choose(items, answered) : []
}

/**
 * As many entries as fit in one request, all of one club. An entry that causes server errors is sent with
 * fewer and fewer others, in the end alone, so that it holds up nobody. Answers in a row raise the number
 * again.
 */
function choose(items: readonly DeliveryItem[], answered: number): DeliveryItem[] {
  const chosen: DeliveryItem[] = []
  const encoder = new TextEncoder()
  let bytes = 0
  let most = mostInRequest
  const byNeed = [...items].sort((a, b) => toSuspicion(a) - toSuspicion(b) || a.entry.order - b.entry.order)
  const first = byNeed[0]?.entry
  for (const parcel of byNeed) {
    const { entry } = parcel
    if (entry.tenantId !== first?.tenantId || entry.club !== first.club) continue
    most = Math.min(
      most,
      Math.max(1, mostInRequest >> (2 * toSuspicion(parcel))) * 2 ** Math.min(answered, 6),
    )
    if (chosen.length >= most) break
    const size = encoder.encode(JSON.stringify(toWire(parcel))).byteLength + 1
    if (chosen.length > 0 && bytes + size > mostRequestBytes) break
    bytes += size
    chosen.push(parcel)
  }
  return chosen
}

function toSuspicion({ entry }: DeliveryItem): number {
  return Math.min(entry.suspicion ?? 0, attemptsBeforeOvertaking)
}

const urgencies: readonly Urgency[] = ['due', 'answering', 'hint', 'person']

export function toStronger(a: Urgency, b: Urgency): Urgency {
  return urgencies.indexOf(a) > urgencies.indexOf(b) ? a : b
}
