// Switches one safeguard off from outside. The product itself has no such switch.
import type { DeliveryFetch } from '../../src/offline/delivery.ts'
import type { FlushDevice, Locks } from '../../src/offline/flush.ts'
import type { Outbox } from '../../src/offline/outbox.ts'
import type { OutboxEntry } from '../../src/offline/outboxRecords.ts'

export const safeguards = {
  key: 'each attempt goes out under a fresh key',
  lock: 'no Web Lock: every tab sends whenever it likes',
  state: 'nothing is written before the request leaves',
  receipt: 'any 200 counts as delivered',
  watch: 'nobody asks whether the server answers (real screens)',
  screen: 'what is saved is called accepted (real screens)',
} as const
/**
 * What protects the data when no run shows the loss of this safeguard: an entry sent twice has one key, and
 * so one idempotency record.
 */
export const coveredBy: Partial<Record<Safeguard, string>> = {
  lock: 'the key: whoever sends it, and however often, it has one receipt and one effect',
  state: 'the lock, and behind it the key: nobody else sends meanwhile, and what goes twice has one effect',
}
export type Safeguard = keyof typeof safeguards

export function isSafeguard(name: string): name is Safeguard {
  return Object.hasOwn(safeguards, name)
}

export function removeSafeguards(
  device: FlushDevice,
  without: ReadonlySet<Safeguard>,
  newKey: () => string,
): FlushDevice {
  let { fetch, locks, outbox } = device
  if (without.has('receipt')) fetch = believeAnything(fetch)
  if (without.has('key')) fetch = sendUnderFreshKeys(fetch, newKey)
  if (without.has('lock')) locks = noLocks
  if (without.has('state')) outbox = writeNothingAhead(outbox)
  return { ...device, fetch, locks, outbox }
}

interface BatchBody {
  entries: Record<string, unknown>[]
}
interface BatchAnswer {
  results?: { key?: unknown; receipt?: { key?: unknown } | null }[]
}

function sendUnderFreshKeys(fetch: DeliveryFetch, newKey: () => string): DeliveryFetch {
  return async (url, init) => {
    const before = new Map<unknown, unknown>()
    const body = JSON.parse(init.body) as BatchBody
    const entries = body.entries.map((entry) => {
      const key = newKey()
      before.set(key, entry.key)
      return { ...entry, key }
    })
    const answer = await fetch(url, { ...init, body: JSON.stringify({ ...body, entries }) })
    return replaceText(answer, (text) => {
      const answered = JSON.parse(text) as BatchAnswer
      for (const result of answered.results ?? []) {
        if (before.has(result.key)) result.key = before.get(result.key)
        if (result.receipt && before.has(result.receipt.key))
          result.receipt.key = before.get(result.receipt.key)
      }
      return JSON.stringify(answered)
    })
  }
}

/** Works like a program that takes the status for the answer. */
function believeAnything(fetch: DeliveryFetch): DeliveryFetch {
  return async (url, init) => {
    const answer = await fetch(url, init)
    if (answer.status !== 200) return answer
    const { entries } = JSON.parse(init.body) as BatchBody
    const at = new Date().toISOString()
    const results = entries.map(({ key }) => ({
      key,
      success: true,
      receipt: { key, outcome: 'accepted', at },
    }))
    return {
      ...answer,
      status: 200,
      headers: answer.headers,
      text: async () => JSON.stringify({ success: true, results }),
    }
  }
}

const noLocks: Locks = { request: (_name, _options, body) => body() }

function writeNothingAhead(outbox: Outbox): Outbox {
  return {
    ...outbox,
    async markSending(keys) {
      const found = await Promise.all(keys.map((key) => outbox.find(key)))
      return found.filter((entry): entry is OutboxEntry => entry !== undefined)
    },
  }
}

/** The same answer with another text. An answer that is not JSON stays as it is. */
function replaceText(
  answer: Awaited<ReturnType<DeliveryFetch>>,
  change: (text: string) => string,
): Awaited<ReturnType<DeliveryFetch>> {
  return {
    status: answer.status,
    redirected: answer.redirected ?? false,
    headers: answer.headers,
    async text() {
      const text = await answer.text()
      try {
        return change(text)
      } catch {
        return text // a page or half an answer: it contains no keys
      }
    },
  }
}
