// Sends the outbox: one context at a time, oldest entries first, several entries in one request.
import { minuteMs } from '../domain/time.ts'
import type { Clock } from './clock.ts'
import { type DeliveryFetch, type DeliveryItem, deliver } from './delivery.ts'
import { type Grants, toGrantId } from './grants.ts'
import { isSettled, type Outbox } from './outbox.ts'
import {
  chooseRequests,
  findDueMs,
  findReady,
  listHeads,
  longestHoldMs,
  type RunProgress,
  requestTimeLimitMs,
  toStronger,
  type Urgency,
} from './outboxQueue.ts'
import { type OutboxEntry, toPrincipalId } from './outboxRecords.ts'
import { toNeedsSignin, toOutboxResults } from './outboxResults.ts'

/** rules/offline 1.3. */
export const outboxLock = 'outbox'
/** Longer than any request takes. A context that still holds the lock then is suspended and does not send. */
export const lockPatienceMs = 3 * minuteMs
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
  const sendNext = () => underLock(device, run.left, () => sendOnce(device, hold, run))
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
  body: () => Promise<T>,
): Promise<T | 'left'> {
  if (left.aborted) return 'left'
  if (locks === undefined) return body()
  let started: Promise<T | 'left'> | undefined
  const begin = () => {
    started = orLeft(body(), left)
    return started
  }
  const hold = async (options: { signal?: AbortSignal; steal?: boolean }) => {
    try {
      return await locks.request(outboxLock, options, begin)
    } catch (error) {
      if (started !== undefined) return started // stolen meanwhile, but what began still counts
      throw error
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

async function sendOnce(device: FlushDevice, hold: Hold, run: Run): Promise<'sent' | 'nothing'> {
  const { outbox, grants, deviceNow } = device
  const entries = await outbox.recover(
    (entry) => device.locks !== undefined || findDueMs(entry, deviceNow()) === 0,
  )
  const now = deviceNow()
  if (entries.length === 0) return 'nothing'
  const proofs = new Map((await grants.list()).map((grant) => [toGrantId(grant), grant.grant]))
  const findGrant = (entry: OutboxEntry) => proofs.get(toPrincipalId(entry))
  const ready = findHoldMs(hold, now) > 0 ? [] : findReady(entries, run, now)
  const orphans = ready.filter((entry) => entry.principal.kind === 'judge' && findGrant(entry) === undefined)
  const unmarked = orphans.filter(({ state }) => state !== 'needs-signin')
  if (unmarked.length > 0) await outbox.settle(unmarked.map(toNeedsSignin))
  const requests = chooseRequests(
    ready.filter((entry) => !orphans.includes(entry)).map((entry) => ({ entry, grant: findGrant(entry) })),
    run.answered,
  )
  if (requests.length === 0) return 'nothing'
  const release = device.holdBusy?.() ?? (() => {})
  run.left.addEventListener('abort', release, { once: true })
  try {
    await send(requests, device, hold, run)
  } finally {
    release()
  }
  return 'sent'
}

/** Ends when every request has ended, so that none is on its way without the lock. */
async function send(
  requests: readonly DeliveryItem[][],
  device: FlushDevice,
  hold: Hold,
  run: Run,
): Promise<void> {
  const hadNone = device.hasNoNetwork?.() === true
  const chosen = requests.flat()
  const marked = new Set(await markSending(chosen, device.outbox, device.deviceNow, hadNone))
  for (const { entry } of chosen) run.tried.add(entry.key)
  const ends = await Promise.allSettled(
    requests.map((request) =>
      sendRequest(
        request.filter((item) => marked.has(item)),
        { device, hold, run, hadNone },
      ),
    ),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

async function sendRequest(
  items: readonly DeliveryItem[],
  { device, hold, run, hadNone }: { device: FlushDevice; hold: Hold; run: Run; hadNone: boolean },
): Promise<void> {
  const { outbox, deviceNow, random } = device
  if (items.length === 0) return
  const exchange = await deliver(items, {
    fetch: device.fetch,
    origin: device.origin,
    deviceNow,
    timeLimit: () => device.timeLimit(requestTimeLimitMs),
  })
  const neverLeft = hadNone && device.hasNoNetwork?.() === true && exchange.kind === 'unknown'
  await outbox.settle(toOutboxResults(items, exchange, { now: deviceNow(), random, neverLeft }))
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
    hold.from = deviceNow()
    hold.until = hold.from + Math.min(longestHoldMs, exchange.retryAfterMs)
  }
}

/** Leaves out entries that another context has just settled or that were dismissed. */
async function markSending(
  chosen: readonly DeliveryItem[],
  outbox: Outbox,
  deviceNow: () => number,
  hasNoNetwork: boolean,
): Promise<readonly DeliveryItem[]> {
  const keys = chosen.map(({ entry }) => entry.key)
  try {
    const marked = new Set((await outbox.markSending(keys, deviceNow(), hasNoNetwork)).map(({ key }) => key))
    return chosen.filter(({ entry }) => marked.has(entry.key))
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
