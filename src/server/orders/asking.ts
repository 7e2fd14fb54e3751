// How often the card provider is asked about one unfinished order, however often strangers make us want to know.
import type { Services } from '../handler.ts'

export const askEveryMs = 2000
const mostKept = 10_000

const kept = new WeakMap<Services['database'], Map<string, number>>()

/** True for the first in each while, who is then expected to ask. */
export function mayAsk({ database, now }: Services, tenantId: number, orderId: number): boolean {
  const lastAsked = kept.get(database) ?? new Map<string, number>()
  kept.set(database, lastAsked)
  const name = `${tenantId} ${orderId}`
  const last = lastAsked.get(name)
  const at = now()
  if (last !== undefined && at >= last && at - last < askEveryMs) return false
  if (lastAsked.size >= mostKept) lastAsked.clear()
  lastAsked.set(name, at)
  return true
}
