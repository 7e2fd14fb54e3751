// Sends several entries in one request and reads the result of each entry from the answer.
import { endpointPath, grantHeader } from '../contract/caller.ts'
import type { Receipt } from '../contract/define.ts'
import { failures, isFailureCode } from '../contract/failures.ts'
import { isRecord } from '../domain/isRecord.ts'
import { findServerTime } from './clock.ts'
import type { OutboxResult } from './outbox.ts'
import type { OutboxEntry, OutboxEntryFault, SheetStanding } from './outboxRecords.ts'

/** The part of `fetch` that this file needs. */
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

export interface DeliveryItem {
  entry: OutboxEntry
  /** The judge's grant. A voter needs none. */
  grant: string | undefined
}

/** The outcome of the whole request. */
export type Exchange =
  /** The server answered the batch. `undefined` stands for an entry that has no result in the answer. */
  | { kind: 'answered'; results: (Record<string, unknown> | undefined)[]; serverNow: number | undefined }
  /** Our server refused the whole request and gives a reason. It did not look at any entry. */
  | { kind: 'rejected'; fault: OutboxEntryFault; retryAfterMs: number | undefined }
  /** No answer from our server. The request may have arrived. */
  | { kind: 'unknown'; retryAfterMs: number | undefined }

/** What only the sender knows: its own time, and when an entry may be sent again. */
export interface SettlingTime {
  at: number
  findNextAt(retryAfterMs: number | undefined): number
}

/** The entry as the request carries it. Its input is the same bytes each time. */
export function toWire({ entry, grant }: DeliveryItem): Record<string, unknown> {
  return {
    ...entry.input,
    ...(grant === undefined ? {} : { grant }),
    action: entry.action,
    key: entry.key,
  }
}

/** All items belong to one club. */
export async function deliver(
  items: readonly DeliveryItem[],
  device: { fetch: DeliveryFetch; origin: string; deviceNow(): number; timeLimit?(): AbortSignal },
): Promise<Exchange> {
  const signal = device.timeLimit?.()
  let answer: Awaited<ReturnType<DeliveryFetch>>
  let text: string
  try {
    answer = await device.fetch(device.origin + endpointPath, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json',
        ...proveJudge(items),
      },
      body: JSON.stringify({
        action: 'submit_batch',
        ...nameClub(items[0]?.entry),
        entries: items.map(toWire),
        agesMs: items.map(({ entry }) => Math.max(0, Math.round(device.deviceNow() - entry.madeAt))),
      }),
      cache: 'no-store',
      redirect: 'error',
      ...(signal === undefined ? {} : { signal }),
    })
    text = await answer.text()
  } catch {
    return { kind: 'unknown', retryAfterMs: undefined } // no network, cut off or too slow: it may have come
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
    results: items.map(({ entry }) => byKey.get(entry.key)),
    serverNow: findServerTime(answer.headers),
  }
}

/**
 * Only a result with the entry's own key settles it, and only its own receipt accepts it (rules/offline 1.4
 * and 1.5).
 */
export function judgeResult(
  { key, grant }: { key: string; grant: string | undefined },
  result: Record<string, unknown> | undefined,
  { at, findNextAt }: SettlingTime,
): OutboxResult {
  const toRetry = (fault: OutboxEntryFault, retryAfterMs?: number): OutboxResult => ({
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
      ? { kind: 'accepted', key, receipt, at, standing: readStanding(result) }
      : toRetry({ code: 'no-receipt', message: '' })
  }
  const fault = toFault(result)
  // A refusal with a receipt is final, even if this build does not know its code yet.
  if (receipt?.outcome === 'refused') return { kind: 'refused', key, fault, receipt, at }
  if (receipt !== undefined || !isFailureCode(fault.code)) return toRetry(fault, toMs(result.retryAfter))
  const { deliveryOutcome } = failures[fault.code]
  if (deliveryOutcome === 'needs-signin') return { kind: 'needs-signin', key, fault, grant }
  if (deliveryOutcome === 'refused' && finalWithoutReceipt.has(fault.code))
    return { kind: 'refused', key, fault, at }
  return toRetry(fault, toMs(result.retryAfter))
}

/** The two refusals of an entry that store no idempotency record: they say nothing about its merit. */
const finalWithoutReceipt: ReadonlySet<string> = new Set(['invalid-input', 'key-reused'])

/** Whether the entry itself may have caused the server's error. */
export function isBlamable(code: string): boolean {
  if (code === 'no-receipt' || code === 'no-result') return false
  if (code === 'unavailable' || code === 'too-many-requests' || code === 'bad-json') return false
  if (code === 'body-too-slow') return false
  return !isFailureCode(code) || failures[code].deliveryOutcome !== 'needs-signin'
}

/** So that the server keeps a place for a large batch, whatever strangers send it meanwhile. */
function proveJudge(items: readonly DeliveryItem[]): Record<string, string> {
  for (const { entry, grant } of items) {
    const proof = `${entry.tenantId === '' ? entry.club : entry.tenantId}.${grant}`
    // with a character that no header may have, nothing would be sent at all
    if (grant !== undefined && /^[\x21-\x7e]+$/.test(proof)) return { [grantHeader]: proof }
  }
  return {}
}

function nameClub(entry: OutboxEntry | undefined): Record<string, string> {
  if (entry === undefined) return {}
  if (entry.tenantId !== '') return { tenantUUID: entry.tenantId }
  return entry.club === '' ? {} : { subdomain: entry.club }
}

function toFault({ code, errorMessage, usedAt, onPaper }: Record<string, unknown>): OutboxEntryFault {
  return {
    code: typeof code === 'string' ? code : 'internal',
    message: typeof errorMessage === 'string' ? errorMessage : '',
    ...(typeof usedAt === 'string' ? { usedAt } : {}),
    ...(typeof onPaper === 'boolean' ? { onPaper } : {}),
  }
}

function readReceipt(value: unknown): Receipt | undefined {
  if (!isRecord(value)) return undefined
  const { key, outcome, at } = value
  if (typeof key !== 'string' || typeof at !== 'string') return undefined
  return outcome === 'accepted' || outcome === 'refused' ? { key, outcome, at } : undefined
}

/** A server of an earlier build does not say it. */
function readStanding({
  current,
  highest,
  toCurrent,
  toHighest,
}: Record<string, unknown>): SheetStanding | undefined {
  if (typeof current !== 'boolean' || typeof highest !== 'number') return undefined
  const to = readStanding({ current: toCurrent, highest: toHighest })
  return { current, highest, ...(to === undefined ? {} : { to }) }
}

/** Seconds or a date. Read only from answers that ask the device to wait. */
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
    return undefined // a page, or half an answer
  }
}
