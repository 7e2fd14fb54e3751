// Which entries of the outbox go next: the first of each lane, when its time has come, as many as one request takes.
import { hourMs } from '../domain/time.ts'
import { type Parcel, toWire } from './delivery.ts'
import { toPrincipalId } from './outbox.ts'
import type { OutboxEntry } from './outboxRecords.ts'

/** rules/offline 1.9; the server takes no more. */
export const mostInRequest = 50
/** Well below the server's limit for a batch (rules/security 1.1). */
export const mostRequestBytes = 400_000
/** No server makes a sheet wait longer. */
export const longestHoldMs = hourMs
/** A request of fifty sheets over two bars of signal. */
export const requestTimeLimitMs = 30_000
/** Without Web Locks nobody tells when a sender ended: its request cannot take longer than this. */
const leaseMs = 2 * requestTimeLimitMs
/** So often the server may stumble over an entry before later sheets of the same car go past it. */
export const lanePatience = 5

/** `due`: what its back-off allows. `hint`: the network may be back. `person`: "Send now". */
export type Urgency = 'due' | 'hint' | 'person'

/** What a run has come to so far, as far as it decides what goes next. */
export interface RunStanding {
  urgency: Urgency
  /** By the device's clock: what anybody sent since then is not sent again by this run. */
  startedAt: number
  /** Requests in a row that the server answered. */
  answered: number
}

/** What may go now, by its order. */
export function findReady(entries: readonly OutboxEntry[], run: RunStanding, now: number): OutboxEntry[] {
  return listHeads(entries).filter((entry) => isReady(entry, run, now))
}

/** rules/offline 1.6: of one judge and one car the first goes first, unless the server cannot digest it. */
export function listHeads(entries: readonly OutboxEntry[]): OutboxEntry[] {
  const lanes = new Set<string>()
  const heads: OutboxEntry[] = []
  for (const entry of [...entries].sort((a, b) => a.order - b.order)) {
    const lane = toLane(entry)
    if (lanes.has(lane)) continue
    if ((entry.suspicion ?? 0) < lanePatience) lanes.add(lane)
    heads.push(entry)
  }
  return heads
}

function isReady(entry: OutboxEntry, run: RunStanding, now: number): boolean {
  // Only without Web Locks: another sender has it on its way.
  if (entry.state === 'sending') return false
  const isUntried = entry.sentAt === undefined || entry.sentAt < run.startedAt
  if (entry.state === 'needs-signin') return run.urgency === 'person' && isUntried
  if (findDueMs(entry, now) === 0) return true
  if (entry.fault?.code === 'too-many-requests') return false
  if (run.urgency !== 'due') return isUntried
  // The server has just answered: what waits for the network need not wait any longer.
  return run.answered > 0 && entry.fault?.code === 'unreachable' && isUntried
}

/** How long until an entry may go by itself; a device clock that was set back since makes nothing wait. */
export function findDueMs(entry: OutboxEntry, now: number): number {
  const { sentAt = 0, nextAt, state } = entry
  if (now < sentAt) return 0
  if (state === 'sending') return Math.max(0, sentAt + leaseMs - now)
  return Math.max(0, Math.min(nextAt - now, longestHoldMs * 1.1))
}

/** rules/offline 1.6: the entries of one judge and one car, or of one voter. */
function toLane(entry: OutboxEntry): string {
  const item = 'entryId' in entry.input ? String(entry.input.entryId) : ''
  return `${toPrincipalId(entry)} ${item}`
}

/**
 * As many as fit in one request, all of one club. An entry over which the server has stumbled goes in ever
 * smaller company, until it stands alone and holds up nobody; answers in a row let the company grow again.
 */
export function choose(parcels: readonly Parcel[], answered: number): Parcel[] {
  const chosen: Parcel[] = []
  const encoder = new TextEncoder()
  let bytes = 0
  let most = mostInRequest
  const byNeed = [...parcels].sort((a, b) => toSuspicion(a) - toSuspicion(b) || a.entry.order - b.entry.order)
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

function toSuspicion({ entry }: Parcel): number {
  return Math.min(entry.suspicion ?? 0, lanePatience)
}

const urgencies: readonly Urgency[] = ['due', 'hint', 'person']

export function toStronger(a: Urgency, b: Urgency): Urgency {
  return urgencies.indexOf(a) > urgencies.indexOf(b) ? a : b
}
