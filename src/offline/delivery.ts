// One request of several entries to the server, and what its answer makes of each of them.
import { endpointPath } from '../contract/caller.ts'
import type { Receipt } from '../contract/define.ts'
import { failures, isFailureCode } from '../contract/failures.ts'
import { isRecord } from '../domain/canonicalJson.ts'
import { findServerTime } from './clock.ts'
import type { Settlement } from './outbox.ts'
import type { EntryFault, OutboxEntry } from './outboxRecords.ts'

/** What this file needs of `fetch`. */
export type DeliveryFetch = (
  url: string,
  init: {
    method: 'POST'
    headers: Record<string, string>
    body: string
    cache: 'no-store'
    redirect: 'error'
    signal?: AbortSignal
  },
) => Promise<{
  status: number
  redirected?: boolean
  headers: { get(name: string): string | null }
  text(): Promise<string>
}>

export interface Parcel {
  entry: OutboxEntry
  /** The judge's proof; a voter needs none. */
  grant: string | undefined
}

/** What became of the request as a whole. */
export type Exchange =
  /** The batch was answered; undefined stands for an entry of which the answer says nothing. */
  | { kind: 'answered'; results: (Record<string, unknown> | undefined)[]; serverNow: number | undefined }
  /** Our server refused the request itself and names a reason; no entry was looked at. */
  | { kind: 'rejected'; fault: EntryFault; retryAfterMs: number | undefined }
  /** Nothing of ours came back. The request may have arrived. */
  | { kind: 'unknown'; retryAfterMs: number | undefined }

/** What the sender knows and the server does not: its own time, and when an entry that goes again may go. */
export interface SettlingTime {
  at: number
  findNextAt(retryAfterMs: number | undefined): number
}

/** An entry as it stands in the request; the same bytes of input each time. */
export function toWire({ entry, grant }: Parcel): Record<string, unknown> {
  return {
    ...entry.input,
    ...(grant === undefined ? {} : { grant }),
    action: entry.action,
    key: entry.key,
  }
}

/** All parcels are of one club. */
export async function deliver(
  parcels: readonly Parcel[],
  device: { fetch: DeliveryFetch; origin: string; timeLimit?(): AbortSignal },
): Promise<Exchange> {
  const signal = device.timeLimit?.()
  let answer: Awaited<ReturnType<DeliveryFetch>>
  let text: string
  try {
    answer = await device.fetch(device.origin + endpointPath, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body: JSON.stringify({
        action: 'submit_batch',
        ...nameClub(parcels[0]?.entry),
        entries: parcels.map(toWire),
      }),
      cache: 'no-store',
      redirect: 'error',
      ...(signal === undefined ? {} : { signal }),
    })
    text = await answer.text()
  } catch {
    return { kind: 'unknown', retryAfterMs: undefined } // no network, cut, redirected, or too slow: nobody knows
  }
  const retryAfterMs = readRetryAfter(answer)
  const body = answer.redirected === true ? undefined : parseRecord(text)
  if (body === undefined || typeof body.success !== 'boolean') return { kind: 'unknown', retryAfterMs }
  if (!body.success) {
    return typeof body.code === 'string'
      ? { kind: 'rejected', fault: toFault(body), retryAfterMs: toMs(body.retryAfter) ?? retryAfterMs }
      : { kind: 'unknown', retryAfterMs }
  }
  if (answer.status !== 200 || !Array.isArray(body.results)) return { kind: 'unknown', retryAfterMs }
  const byKey = new Map<unknown, Record<string, unknown>>()
  for (const result of body.results) if (isRecord(result)) byKey.set(result.key, result)
  return {
    kind: 'answered',
    results: parcels.map(({ entry }) => byKey.get(entry.key)),
    serverNow: findServerTime(answer.headers),
  }
}

/** An entry is settled only by a result with its own key, and accepted only by its own receipt (rules/offline 1.4 and 1.5). */
export function judgeResult(
  { key, grant }: { key: string; grant: string | undefined },
  result: Record<string, unknown> | undefined,
  { at, findNextAt }: SettlingTime,
): Settlement {
  const toRetry = (fault: EntryFault, retryAfterMs?: number): Settlement => ({
    kind: 'retry',
    key,
    fault,
    nextAt: findNextAt(retryAfterMs),
    isSuspect: isBlamable(fault.code),
  })
  if (result === undefined || result.key !== key) return toRetry({ code: 'no-result', message: '' })
  const receipt = readReceipt(result.receipt)
  if (receipt !== undefined && receipt.key !== key) return toRetry({ code: 'no-receipt', message: '' })
  if (result.success === true) {
    return receipt?.outcome === 'accepted'
      ? { kind: 'accepted', key, receipt, at }
      : toRetry({ code: 'no-receipt', message: '' })
  }
  const fault = toFault(result)
  // A code that this build does not know yet is as final as the receipt that comes with it.
  if (receipt?.outcome === 'refused') return { kind: 'refused', key, fault, receipt, at }
  if (receipt !== undefined || !isFailureCode(fault.code)) return toRetry(fault, toMs(result.retryAfter))
  const { aftermath } = failures[fault.code]
  if (aftermath === 'needs-signin') return { kind: 'needs-signin', key, fault, grant }
  if (aftermath === 'refused' && finalWithoutReceipt.has(fault.code))
    return { kind: 'refused', key, fault, at }
  return toRetry(fault, toMs(result.retryAfter))
}

/** The two refusals of an entry that keep no receipt, because they are not about its merit. */
const finalWithoutReceipt: ReadonlySet<string> = new Set(['invalid-input', 'key-reused'])

/** Whether the entry itself may be why the server stumbled. */
export function isBlamable(code: string): boolean {
  if (code === 'no-receipt' || code === 'no-result') return false
  if (code === 'unavailable' || code === 'too-many-requests' || code === 'bad-json') return false
  return !isFailureCode(code) || failures[code].aftermath !== 'needs-signin'
}

function nameClub(entry: OutboxEntry | undefined): Record<string, string> {
  if (entry === undefined) return {}
  if (entry.tenantId !== '') return { tenantUUID: entry.tenantId }
  return entry.club === '' ? {} : { subdomain: entry.club }
}

function toFault(record: Record<string, unknown>): EntryFault {
  return {
    code: typeof record.code === 'string' ? record.code : 'internal',
    message: typeof record.errorMessage === 'string' ? record.errorMessage : '',
  }
}

function readReceipt(value: unknown): Receipt | undefined {
  if (!isRecord(value)) return undefined
  const { key, outcome, at } = value
  if (typeof key !== 'string' || typeof at !== 'string') return undefined
  return outcome === 'accepted' || outcome === 'refused' ? { key, outcome, at } : undefined
}

/** Seconds or a date; only of an answer that asks to wait. */
function readRetryAfter(answer: {
  status: number
  headers: { get(name: string): string | null }
}): number | undefined {
  const text = answer.headers.get('retry-after')
  if (text === null || (answer.status !== 429 && answer.status !== 503)) return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return toMs(seconds)
  const until = Date.parse(text)
  const now = findServerTime(answer.headers)
  return Number.isNaN(until) || now === undefined ? undefined : Math.max(0, until - now)
}

function toMs(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? Math.max(0, seconds) * 1000 : undefined
}

function parseRecord(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined // a page, or half of an answer
  }
}
