// Sends the outbox: one context at a time, oldest first, several entries in one request.
import { failures, isFailureCode } from '../contract/failures.ts'
import type { Clock } from './clock.ts'
import { type DeliveryFetch, deliver, type Exchange, judgeResult, type Parcel, toWire } from './delivery.ts'
import { type Grants, toGrantId } from './grants.ts'
import { isSettled, type Outbox, type Settlement, toPrincipalId } from './outbox.ts'
import type { OutboxEntry } from './outboxRecords.ts'

/** offline 1, rule 3. */
export const outboxLock = 'outbox'
/** offline 1, rule 9; the server takes no more. */
export const mostInRequest = 50
/** Well below the server's limit for a batch (security 1). */
export const mostRequestBytes = 400_000
/** offline 1, rule 3: back-off is capped while an event runs. */
export const longestBackOffMs = 60_000
const firstBackOffMs = 1_000
/** No server makes a sheet wait longer. */
export const longestHoldMs = 60 * 60 * 1000
/** A request of fifty sheets over two bars of signal. */
export const requestTimeLimitMs = 30_000
/** Longer than one request can take: whoever holds the lock by then is suspended, not sending. */
export const lockPatienceMs = 3 * 60 * 1000
/** Without Web Locks nobody tells when a sender ended: its request cannot take longer than this. */
const leaseMs = 2 * requestTimeLimitMs
/** A server that cannot take two requests running is left alone until the next occasion. */
const mostFailuresRunning = 2
/** So often the server may stumble over an entry before later sheets of the same car go past it. */
export const lanePatience = 5

/** `due`: what its back-off allows. `hint`: the network may be back. `person`: "Send now". */
export type Urgency = 'due' | 'hint' | 'person'

export interface FlushReport {
  /** What still has to go out by itself, in whichever state but `needs-signin`. */
  waiting: number
  /** How long until the next of them may go, in milliseconds; undefined when nothing waits. */
  nextInMs: number | undefined
}

export interface Sender {
  /** Never rejects for what the network does; one run at a time in each context, later calls join the next. */
  flush(urgency?: Urgency): Promise<FlushReport>
}

/** What this file needs of the Web Locks; each context holds the lock for one request at a time. */
export interface Locks {
  request<T>(
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    body: () => Promise<T>,
  ): Promise<T>
}

export interface FlushDevice {
  outbox: Outbox
  grants: Pick<Grants, 'list' | 'sweep'>
  fetch: DeliveryFetch
  /** '' for the own origin. */
  origin: string
  /** The server's clock as this device knows it; it learns from every answer. */
  clock: Pick<Clock, 'learn'>
  deviceNow(): number
  random(): number
  /** Ends what takes longer. */
  timeLimit(ms: number): AbortSignal
  /** Undefined where the browser has none: two senders may then send the same entry, which its key makes one. */
  locks: Locks | undefined
  /** Keeps a new version of the app from being taken meanwhile (offline 3). */
  holdBusy?(): () => void
}

interface Run {
  urgency: Urgency
  /** By the device's clock: what anybody sent since then is not sent again by this run. */
  startedAt: number
  /** Requests in a row that the server answered, and that it did not. */
  answered: number
  failed: number
  /** By the last answer of this run, never by what the device thinks. */
  serverNow: number | undefined
}

export function createFlush(device: FlushDevice): Sender {
  const { outbox, grants, deviceNow } = device
  /** A server that asks to wait is not asked by anybody in this context. */
  let hold = { from: 0, until: 0 }
  let running: Promise<FlushReport> | undefined
  let next: { urgency: Urgency; report: Promise<FlushReport> } | undefined

  function flush(urgency: Urgency = 'due'): Promise<FlushReport> {
    if (running === undefined) return start(urgency)
    if (next === undefined) {
      const joined = { urgency, report: running.then(startNext, startNext) }
      next = joined
    } else next.urgency = toStronger(next.urgency, urgency)
    return next.report
  }

  function startNext(): Promise<FlushReport> {
    const { urgency } = next ?? { urgency: 'due' }
    next = undefined
    return start(urgency)
  }

  function start(urgency: Urgency): Promise<FlushReport> {
    const current = drain({
      urgency,
      startedAt: deviceNow(),
      answered: 0,
      failed: 0,
      serverNow: undefined,
    }).finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }

  async function drain(run: Run): Promise<FlushReport> {
    while (run.failed < mostFailuresRunning && (await underLock(() => sendOnce(run))) === 'sent');
    if (run.serverNow !== undefined) {
      await outbox.sweep(run.serverNow)
      await grants.sweep(run.serverNow)
    }
    return report()
  }

  /**
   * A context that is closed or killed gives the lock back. One that the system has suspended may keep it:
   * then it is taken away, and what both of them send is one by its key.
   */
  async function underLock<T>(body: () => Promise<T>): Promise<T> {
    const { locks } = device
    if (locks === undefined) return body()
    let started: Promise<T> | undefined
    const begin = () => {
      started = body()
      return started
    }
    const hold = async (options: { signal?: AbortSignal; steal?: boolean }) => {
      try {
        return await locks.request(outboxLock, options, begin)
      } catch (error) {
        if (started !== undefined) return started // taken away meanwhile: what was begun is still true
        throw error
      }
    }
    try {
      return await hold({ signal: device.timeLimit(lockPatienceMs) })
    } catch (error) {
      if (started !== undefined || !isEnded(error)) throw error
      return hold({ steal: true }) // which may be taken away in its turn
    }
  }

  async function sendOnce(run: Run): Promise<'sent' | 'nothing'> {
    const entries = await outbox.recover(
      (entry) => device.locks !== undefined || findDueMs(entry, deviceNow()) === 0,
    )
    const now = deviceNow()
    if (entries.length === 0) return 'nothing'
    const proofs = new Map((await grants.list()).map((grant) => [toGrantId(grant), grant.grant]))
    const findGrant = (entry: OutboxEntry) => proofs.get(toPrincipalId(entry))
    const ready = findHoldMs(now) > 0 ? [] : findReady(entries, run, now)
    const orphans = ready.filter(
      (entry) => entry.principal.kind === 'judge' && findGrant(entry) === undefined,
    )
    const unmarked = orphans.filter(({ state }) => state !== 'needs-signin')
    if (unmarked.length > 0) await outbox.settle(unmarked.map(toNeedsSignin))
    const chosen = choose(
      ready.filter((entry) => !orphans.includes(entry)).map((entry) => ({ entry, grant: findGrant(entry) })),
      run.answered,
    )
    if (chosen.length === 0) return 'nothing'
    const release = device.holdBusy?.()
    try {
      await send(chosen, run)
    } finally {
      release?.()
    }
    return 'sent'
  }

  async function send(chosen: readonly Parcel[], run: Run): Promise<void> {
    const parcels = await markSending(chosen)
    if (parcels.length === 0) return
    const exchange = await deliver(parcels, {
      fetch: device.fetch,
      origin: device.origin,
      timeLimit: () => device.timeLimit(requestTimeLimitMs),
    })
    await outbox.settle(toSettlements(parcels, exchange))
    if (exchange.kind === 'answered') {
      run.answered += 1
      run.failed = 0
      run.serverNow = exchange.serverNow
      if (exchange.serverNow !== undefined) device.clock.learn(exchange.serverNow)
      return
    }
    run.answered = 0
    // Without the server nothing else gets through either; a refused request may be one entry's fault.
    run.failed = exchange.kind === 'unknown' || isOverloaded(exchange) ? mostFailuresRunning : run.failed + 1
    if (exchange.retryAfterMs !== undefined) {
      const now = deviceNow()
      hold = { from: now, until: now + Math.min(longestHoldMs, exchange.retryAfterMs) }
    }
  }

  function findHoldMs(now: number): number {
    return now < hold.from ? 0 : Math.max(0, hold.until - now)
  }

  /** What was settled or dismissed a moment ago by somebody else is left out. */
  async function markSending(chosen: readonly Parcel[]): Promise<readonly Parcel[]> {
    const keys = chosen.map(({ entry }) => entry.key)
    try {
      const marked = new Set((await outbox.markSending(keys, deviceNow())).map(({ key }) => key))
      return chosen.filter(({ entry }) => marked.has(entry.key))
    } catch {
      return chosen // a full disk keeps nothing from being sent: the keys alone make it safe
    }
  }

  function toSettlements(parcels: readonly Parcel[], exchange: Exchange): Settlement[] {
    const now = deviceNow()
    return parcels.map(({ entry, grant }, index): Settlement => {
      const { key } = entry
      const attempts = entry.attempts + 1
      if (exchange.kind === 'answered') {
        const verdict = judgeResult(key, exchange.results[index])
        if (verdict.kind === 'accepted') return { ...verdict, key, at: now }
        if (verdict.kind === 'refused') return { ...verdict, key, at: now }
        if (verdict.kind === 'needs-signin') return { ...verdict, key, grant }
        const nextAt = now + findWaitMs(attempts, device.random, verdict.retryAfterMs)
        return { kind: 'retry', key, fault: verdict.fault, nextAt, isSuspect: isBlamable(verdict.fault.code) }
      }
      const nextAt = now + findWaitMs(attempts, device.random, exchange.retryAfterMs)
      if (exchange.kind === 'unknown') {
        const code = exchange.retryAfterMs === undefined ? 'unreachable' : 'too-many-requests'
        return { kind: 'retry', key, fault: { code, message: '' }, nextAt, isSuspect: false }
      }
      const { fault } = exchange
      if (parcels.length === 1 && entryFaults.has(fault.code)) return { kind: 'refused', key, fault, at: now }
      return { kind: 'retry', key, fault, nextAt, isSuspect: isBlamable(fault.code) }
    })
  }

  async function report(): Promise<FlushReport> {
    const now = deviceNow()
    const entries = (await outbox.list()).filter((entry) => !isSettled(entry))
    const waits = listHeads(entries)
      .filter(({ state }) => state !== 'needs-signin')
      .map((entry) => Math.max(findHoldMs(now), findDueMs(entry, now)))
    return {
      waiting: entries.filter(({ state }) => state !== 'needs-signin').length,
      nextInMs: waits.length === 0 ? undefined : Math.min(...waits),
    }
  }

  return { flush }
}

/** What may go now, by its order. */
export function findReady(
  entries: readonly OutboxEntry[],
  run: Pick<Run, 'urgency' | 'startedAt' | 'answered'>,
  now: number,
): OutboxEntry[] {
  return listHeads(entries).filter((entry) => isReady(entry, run, now))
}

/** offline 1, rule 6: of one judge and one car the first goes first, unless the server cannot digest it. */
function listHeads(entries: readonly OutboxEntry[]): OutboxEntry[] {
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

function isReady(
  entry: OutboxEntry,
  run: Pick<Run, 'urgency' | 'startedAt' | 'answered'>,
  now: number,
): boolean {
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
function findDueMs(entry: OutboxEntry, now: number): number {
  const { sentAt = 0, nextAt, state } = entry
  if (now < sentAt) return 0
  if (state === 'sending') return Math.max(0, sentAt + leaseMs - now)
  return Math.max(0, Math.min(nextAt - now, longestHoldMs * 1.1))
}

/** offline 1, rule 6: the entries of one judge and one car, or of one voter. */
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

function isOverloaded(exchange: { fault: { code: string } }): boolean {
  return exchange.fault.code === 'too-many-requests' || exchange.fault.code === 'unavailable'
}

function toNeedsSignin({ key }: OutboxEntry): Settlement {
  return { kind: 'needs-signin', key, grant: undefined, fault: { code: 'needs-grant', message: '' } }
}

function isEnded(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}

const urgencies: readonly Urgency[] = ['due', 'hint', 'person']

function toStronger(a: Urgency, b: Urgency): Urgency {
  return urgencies.indexOf(a) > urgencies.indexOf(b) ? a : b
}
