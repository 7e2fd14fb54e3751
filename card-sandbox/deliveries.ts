// Webhooks: each event is signed and posted to the server's address, and sent again until it is accepted.
import { Stripe } from 'stripe'
import { readControls } from './controls.ts'
import type { Log } from './faults.ts'
import { claimDelivery, type Database, endAttempt, findNextDue } from './tables.ts'

/** Seconds to wait after each attempt. After the last one the delivery has failed. */
export const retrySeconds = [5, 30, 120, 600, 3600, 6 * 3600, 24 * 3600, 24 * 3600]
/** A receiver that takes longer counts as not answering. */
const timeoutMs = 10_000
/** After this time another process may try the delivery, because the first sender may have died. */
const claimMs = 30_000
/** How often, at least, the deliveries are checked that other processes left. */
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
  /** Sends all deliveries that are due, and starts a timer for the next one. */
  wake(): void
  /** Sends one delivery now, in any state. Answers the receiver's status, or null. */
  send(id: number): Promise<number | null>
  /** Stops new attempts and waits for the running one. */
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

  /** Tries one delivery that is due, or the named one. Undefined when there is none. */
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
      // nobody listened, or the answer came too late: tried again like after a refusal
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
