// How often the card provider is asked about one unfinished order, however often strangers make us want to know.
import type { Services } from '../handler.ts'

export const askEveryMs = 2000
/** A buyer whose card is refused wants to know at once what he was charged, whatever his page has asked before. */
const mostAtOnce = 3
const mostKept = 10_000

const kept = new WeakMap<Services['database'], Map<string, number>>()

/** True for the first few in each while, who are then expected to ask. */
export function mayAsk({ database, now }: Services, tenantId: number, orderId: number): boolean {
  const freeAgain = kept.get(database) ?? new Map<string, number>()
  kept.set(database, freeAgain)
  const name = `${tenantId} ${orderId}`
  const at = now()
  const longestMs = mostAtOnce * askEveryMs
  const usedMs = Math.max(0, (freeAgain.get(name) ?? 0) - at)
  // more than all of it: the clock was set back
  const takenMs = usedMs > longestMs ? askEveryMs : usedMs + askEveryMs
  if (takenMs > longestMs) return false
  if (freeAgain.size >= mostKept) freeAgain.clear()
  freeAgain.set(name, at + takenMs)
  return true
}
