// Webhooks: each event is signed and posted to the server's address, and again when it was not taken.
import { Stripe } from 'stripe'
import { readControls } from './controls.ts'
import type { Log } from './faults.ts'
import { claimDelivery, type Database, endAttempt, findNextDue } from './tables.ts'

/** How long after each attempt the next one follows; after the last the event is given up. */
export const retrySeconds = [5, 30, 120, 600, 3600, 6 * 3600, 24 * 3600, 24 * 3600]
/** A receiver that takes longer counts as silent. */
const timeoutMs = 10_000
/** After that another process may try a delivery whose sender has died. */
const claimMs = 30_000
/** What other processes left waiting is looked for this often, at least. */
const idleMs = 30_000

export interface DeliveryParts {
  readonly database: Database
  readonly log: Log
  readonly webhookSecret: string
  /** The server's address for webhooks, unless a test names another. */
  readonly webhookUrl: string
  readonly fetch: (url: string, init: RequestInit) => Promise<{ readonly status: number }>
  /** Epoch milliseconds. */
  now(): number
}

export interface Deliveries {
  /** Sends whatever is due, and wakes by itself when the next one is. */
  wake(): void
  /** One delivery now, whatever its state; the answer's status, or null. */
  send(id: number): Promise<number | null>
  /** No further attempt; waits for the one that runs. */
  close(): Promise<void>
}

export function createDeliveries(parts: DeliveryParts): Deliveries {
  const { database, log, now } = parts
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isWanted = false
  let isClosed = false

  function wake(): void {
    if (isClosed) return
    isWanted = true
    running ??= work().finally(() => {
      running = undefined
      if (isWanted) wake()
    })
  }

  async function work(): Promise<void> {
    clearTimeout(timer)
    isWanted = false
    let waitMs = idleMs
    try {
      while (!isClosed && (await attempt()) !== undefined);
      waitMs = await findWait()
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'deliveries of the card sandbox failed')
    }
    if (!isClosed) timer = setTimeout(wake, waitMs).unref()
  }

  async function findWait(): Promise<number> {
    const { due, aheadMs } = await database.transaction(async (tx) => ({
      due: await findNextDue(tx),
      ...(await readControls(tx)),
    }))
    if (due === undefined) return idleMs
    return Math.min(idleMs, Math.max(100, due.getTime() - aheadMs - now()))
  }

  /** One that is due, or the one named; undefined when there is none. */
  async function attempt(id?: number): Promise<{ status: number | null } | undefined> {
    const taken = await database.transaction(async (tx) => {
      const { aheadMs, webhookUrl } = await readControls(tx)
      const claimed = await claimDelivery(tx, {
        at: new Date(now() + aheadMs),
        now: new Date(now()),
        until: new Date(now() + claimMs),
        ...(id === undefined ? {} : { id }),
      })
      return claimed && { ...claimed, aheadMs, url: webhookUrl ?? parts.webhookUrl }
    })
    if (taken === undefined) return undefined
    const status = await post(taken.url, taken.event)
    const isTaken = status !== null && status >= 200 && status < 300
    const retryAfter = retrySeconds[taken.attempts - 1]
    const state = isTaken ? 'delivered' : retryAfter === undefined ? 'failed' : 'waiting'
    await database.transaction((tx) =>
      endAttempt(tx, taken.id, {
        state,
        status,
        ...(state === 'waiting' && retryAfter !== undefined
          ? { dueAt: new Date(now() + taken.aheadMs + retryAfter * 1000) }
          : {}),
      }),
    )
    return { status }
  }

  async function post(url: string, event: unknown): Promise<number | null> {
    const payload = JSON.stringify(event, null, 2)
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: parts.webhookSecret,
      timestamp: Math.floor(now() / 1000),
    })
    try {
      const { status } = await parts.fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return status
    } catch {
      // nobody listens, or not in time: tried again like any refusal
      return null
    }
  }

  return {
    wake,
    async send(id) {
      return (await attempt(id))?.status ?? null
    },
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
