// Sends the outbox: one context at a time, oldest entries first, several entries in one request.
import { minuteMs } from '../domain/time.ts'
import type { Clock } from './clock.ts'
import { type DeliveryFetch, type DeliveryItem, deliver, type Exchange } from './delivery.ts'
import { type Grants, toGrantId } from './grants.ts'
import type { Outbox, OutboxResult } from './outbox.ts'
import {
  chooseRequest,
  findDueMs,
  findReady,
  listHeads,
  longestHoldMs,
  type RunProgress,
  requestTimeLimitMs,
  toStronger,
  type Urgency,
} from './outboxQueue.ts'
import { isSettled, isUnchanged, type OutboxEntry, toPrincipalId } from './outboxRecords.ts'
import { toNeedsSignin, toOutboxResults } from './outboxResults.ts'

/** rules/offline 1.3. */
export const outboxLock = 'outbox'
/** Longer than any request takes. A context that still holds the lock then is suspended and does not send. */
export const lockPatienceMs = 3 * minuteMs
/** So long one turn with the lock begins requests: then other tabs have theirs, and what they saved is read. */
const turnLimitMs = 2_000
/** After two failed requests in a row the sender stops until the next occasion. */
const mostFailuresRunning = 2

export interface FlushReport {
  /** Entries that will still be sent without a person: all unsettled ones but `needs-signin`. */
  waiting: number
  /** Milliseconds until the next of them may be sent; undefined when nothing waits. */
  nextInMs: number | undefined
}

export interface Sender {
  /** Network errors never reject it. Each context has one run at a time; later calls join the next run. */
  flush(urgency?: Urgency): Promise<FlushReport>
  /**
   * Call when this context may be frozen. It lets go of the lock, and of its wait for it: a frozen context that
   * holds the lock stops all others. What it is sending may arrive or not; whoever sends it again has its key.
   */
  letGo(): void
}

/** The part of Web Locks that this file needs. A context holds the lock for one request at a time. */
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
  /** '' for the page's own origin. */
  origin: string
  /** The server's clock as this device knows it. Every answer corrects it. */
  clock: Pick<Clock, 'learnTime'>
  deviceNow(): number
  random(): number
  /** Aborts work that takes longer. */
  timeLimit(ms: number): AbortSignal
  /** Undefined where the browser has none. Then an entry may be sent twice, but its key makes it one. */
  locks: Locks | undefined
  /** Whether the device knows that it has no network at all. False says nothing. */
  hasNoNetwork?(): boolean
  /** Delays a new version of the app while something is sent (rules/offline 3.4). */
  holdBusy?(): () => void
}

interface Run extends RunProgress {
  tried: Set<string>
  /** Aborted when this context lets go of the lock. Then the run is over. */
  left: AbortSignal
  /** Requests in a row that the server did not answer. */
  failed: number
  /** From the last answer of this run, never from the device's clock. */
  serverNow: number | undefined
}

/** The server asked us to wait. Until then this context sends no request. */
interface Hold {
  from: number
  until: number
}

export function createFlush(device: FlushDevice): Sender {
  const hold: Hold = { from: 0, until: 0 }
  /** Let go of, and not called since. */
  let isAway = false
  let leave = () => {}
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
    const startedAt = device.deviceNow()
    const left = new AbortController()
    leave = () => left.abort()
    if (isAway) leave()
    const run: Run = {
      urgency,
      startedAt,
      tried: new Set(),
      left: left.signal,
      answered: 0,
      failed: 0,
      serverNow: undefined,
    }
    const current = drain(device, hold, run).finally(() => {
      if (running === current) running = undefined
    })
    running = current
    return current
  }

  return {
    flush(urgency) {
      isAway = false
      return flush(urgency)
    },
    letGo() {
      isAway = true
      leave()
    },
  }
}

async function drain(device: FlushDevice, hold: Hold, run: Run): Promise<FlushReport> {
  const { outbox, grants, deviceNow } = device
  const sendNext = () => underLock(device, run.left, (isLockLost) => sendTurn(device, hold, run, isLockLost))
  while (run.failed < mostFailuresRunning && (await sendNext()) === 'sent');
  if (run.serverNow !== undefined) {
    await outbox.sweep(run.serverNow)
    await grants.sweep(run.serverNow)
  }
  const now = deviceNow()
  return toReport(await outbox.list(), hold, now)
}

/**
 * A closed or killed context gives the lock back, but a suspended one may keep it. Then we steal it. If both
 * send the same entry, its key makes it one.
 */
async function underLock<T>(
  { locks, timeLimit }: FlushDevice,
  left: AbortSignal,
  body: (isLost: () => boolean) => Promise<T>,
): Promise<T | 'left'> {
  if (left.aborted) return 'left'
  let isStolen = false
  if (locks === undefined) return body(() => isStolen)
  let started: Promise<T | 'left'> | undefined
  const begin = () => {
    started = orLeft(
      body(() => isStolen),
      left,
    )
    return started
  }
  const hold = async (options: { signal?: AbortSignal; steal?: boolean }) => {
    try {
      return await locks.request(outboxLock, options, begin)
    } catch (error) {
      if (started === undefined) throw error
      isStolen = true
      return started // what began still counts
    }
  }
  try {
    return await hold({ signal: whicheverAborts(timeLimit(lockPatienceMs), left) })
  } catch (error) {
    if (started !== undefined || !isEnded(error)) throw error
    if (left.aborted) return 'left'
    return hold({ steal: true }) // another context may steal this lock in turn
  }
}

/** Ends with 'left' when this context lets go, though the work itself may go on. */
function orLeft<T>(work: Promise<T>, left: AbortSignal): Promise<T | 'left'> {
  const leaving = new Promise<'left'>((resolve) => {
    left.addEventListener('abort', () => resolve('left'), { once: true })
  })
  return Promise.race([work, leaving])
}

/** Not every browser that we support has `AbortSignal.any`. */
function whicheverAborts(...signals: AbortSignal[]): AbortSignal {
  const both = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) both.abort(signal.reason)
    signal.addEventListener('abort', () => both.abort(signal.reason), { once: true })
  }
  return both.signal
}

/**
 * One turn with the lock. What waits is read once, and what this turn does with it is remembered; what others change
 * meanwhile is left for the next turn. Ends when every request has ended, so that none is on its way without the lock.
 */
async function sendTurn(
  device: FlushDevice,
  hold: Hold,
  run: Run,
  isLockLost: () => boolean,
): Promise<'sent' | 'nothing'> {
  const { outbox, grants, deviceNow } = device
  const entries = await outbox.recover(
    (entry) => device.locks !== undefined || findDueMs(entry, deviceNow()) === 0,
  )
  if (entries.length === 0) return 'nothing'
  const proofs = new Map((await grants.list()).map((grant) => [toGrantId(grant), grant.grant]))
  const isOrphan = ({ entry, grant }: DeliveryItem) => entry.principal.kind === 'judge' && grant === undefined
  /** In their order. What this turn has taken up is `sending` here until it is settled. */
  const open = new Map(entries.map((entry) => [entry.key, entry]))
  const listReady = (): DeliveryItem[] =>
    findHoldMs(hold, deviceNow()) > 0
      ? []
      : findReady([...open.values()], run, deviceNow()).map((entry) => ({
          entry,
          grant: proofs.get(toPrincipalId(entry)),
        }))
  const orphans = listReady().filter((item) => isOrphan(item) && item.entry.state !== 'needs-signin')
  if (orphans.length > 0) await outbox.settle(orphans.map(({ entry }) => toNeedsSignin(entry)))

  const turnEnds = device.timeLimit(turnLimitMs)
  const failedBefore = run.failed
  const onTheirWay = new Set<Promise<void>>()
  const faults: unknown[] = []
  let release: (() => void) | undefined

  function chooseNext(): DeliveryItem[] {
    const isOver = (release !== undefined && turnEnds.aborted) || run.left.aborted || isLockLost()
    if (isOver || run.failed > failedBefore || faults.length > 0) return []
    const ready = listReady().filter((item) => !isOrphan(item))
    return chooseRequest(ready, run.answered, onTheirWay.size)
  }

  async function send(items: readonly DeliveryItem[]): Promise<void> {
    for (const { entry } of items) {
      run.tried.add(entry.key)
      open.set(entry.key, { ...entry, state: 'sending' })
    }
    const results = await sendRequest(items, { device, hold, run })
    for (const { kind, key } of results) if (kind === 'accepted' || kind === 'refused') open.delete(key)
  }

  function beBusy(): () => void {
    const end = device.holdBusy?.() ?? (() => {})
    run.left.addEventListener('abort', end, { once: true })
    return end
  }

  for (;;) {
    const next = chooseNext()
    if (next.length === 0 && onTheirWay.size === 0) break
    if (next.length === 0) await Promise.race(onTheirWay)
    else {
      release ??= beBusy()
      const work = send(next)
        .catch((fault: unknown) => void faults.push(fault))
        .finally(() => onTheirWay.delete(work))
      onTheirWay.add(work)
    }
  }
  release?.()
  if (faults.length > 0) throw faults[0]
  return release === undefined ? 'nothing' : 'sent'
}

/** Returns what has become of those that were sent. */
async function sendRequest(
  chosen: readonly DeliveryItem[],
  { device, hold, run }: { device: FlushDevice; hold: Hold; run: Run },
): Promise<OutboxResult[]> {
  const { outbox, deviceNow, random } = device
  const hadNone = device.hasNoNetwork?.() === true
  const items = await markSending(chosen, outbox, deviceNow, hadNone)
  if (items.length === 0) return []
  const exchange = await deliver(items, {
    fetch: device.fetch,
    origin: device.origin,
    deviceNow,
    timeLimit: () => device.timeLimit(requestTimeLimitMs),
  })
  const neverLeft = hadNone && device.hasNoNetwork?.() === true && exchange.kind === 'unknown'
  const results = toOutboxResults(items, exchange, { now: deviceNow(), random, neverLeft })
  noteExchange(exchange, { device, hold, run })
  await outbox.settle(results)
  return results
}

function noteExchange(
  exchange: Exchange,
  { device, hold, run }: { device: FlushDevice; hold: Hold; run: Run },
): void {
  if (exchange.kind === 'answered') {
    run.answered += 1
    run.failed = 0
    run.serverNow = exchange.serverNow
    if (exchange.serverNow !== undefined) device.clock.learnTime(exchange.serverNow)
    return
  }
  run.answered = 0
  // Without the server no request gets through. A refused request may be the fault of one entry.
  run.failed = exchange.kind === 'unknown' || isOverloaded(exchange) ? mostFailuresRunning : run.failed + 1
  if (exchange.retryAfterMs !== undefined) {
    hold.from = device.deviceNow()
    hold.until = hold.from + Math.min(longestHoldMs, exchange.retryAfterMs)
  }
}

/** Leaves out entries that another context has changed since they were read: taken back, settled or sent. */
async function markSending(
  chosen: readonly DeliveryItem[],
  outbox: Outbox,
  deviceNow: () => number,
  hasNoNetwork: boolean,
): Promise<readonly DeliveryItem[]> {
  const read = new Map(chosen.map(({ entry }) => [entry.key, entry]))
  const isAsRead = (entry: OutboxEntry) => {
    const was = read.get(entry.key)
    return was !== undefined && isUnchanged(was, entry)
  }
  try {
    const marked = await outbox.markSending([...read.keys()], deviceNow(), { hasNoNetwork, isAsRead })
    const keys = new Set(marked.map(({ key }) => key))
    return chosen.filter(({ entry }) => keys.has(entry.key))
  } catch {
    return chosen // a full disk must not stop the sending: the keys alone make it safe
  }
}

function findHoldMs(hold: Hold, now: number): number {
  return now < hold.from ? 0 : Math.max(0, hold.until - now)
}

function toReport(all: readonly OutboxEntry[], hold: Hold, now: number): FlushReport {
  const entries = all.filter((entry) => !isSettled(entry))
  const waits = listHeads(entries)
    .filter(({ state }) => state !== 'needs-signin')
    .map((entry) => Math.max(findHoldMs(hold, now), findDueMs(entry, now)))
  return {
    waiting: entries.filter(({ state }) => state !== 'needs-signin').length,
    nextInMs: waits.length === 0 ? undefined : Math.min(...waits),
  }
}

function isOverloaded(exchange: { fault: { code: string } }): boolean {
  return ['too-many-requests', 'body-too-slow', 'unavailable'].includes(exchange.fault.code)
}

function isEnded(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
}
