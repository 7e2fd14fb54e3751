// Counts within windows of time, in the memory of this process.
import { mostCounters } from '../limits/machine.ts'
import type { Pace, WindowLimit } from '../limits/often.ts'

export interface Counters {
  /** Counts one more. Answers for how long there is no room for it, 0 when there is. */
  count(key: string, limit: WindowLimit): number
  /** How many have been counted in the window that is open. */
  read(key: string): number
}

/** Strangers may choose the keys, so there is room for only so many. */
export function createCounters(now: () => number): Counters {
  const counters = new Map<string, { count: number; until: number }>()
  return {
    count(key, { most, windowMs }) {
      const at = now()
      const held = counters.get(key)
      // a later end than that: the clock was set back
      if (held === undefined || held.until <= at || held.until > at + windowMs) {
        makeRoom(counters, ({ until }) => until <= at)
        counters.set(key, { count: 1, until: at + windowMs })
        return 0
      }
      held.count += 1
      return held.count > most ? held.until - at : 0
    },
    read(key) {
      const held = counters.get(key)
      return held === undefined || held.until <= now() ? 0 : held.count
    },
  }
}

export interface PaceKeeper {
  /** For how long there is no room for one more, 0 when there is. It counts nothing. */
  findWaitMs(key: string): number
  /** One more, if there is room for it. Answers like `findWaitMs`. */
  take(key: string): number
}

/** Lets calls through at a pace. Other than a window, it never shuts anybody out for longer than a moment. */
export function createPaceKeeper(now: () => number, { perSecond, burst }: Pace): PaceKeeper {
  const everyMs = 1000 / perSecond
  /** When all that was let through would have come at the pace. */
  const dueAt = new Map<string, number>()

  function findAheadMs(key: string): number {
    const aheadMs = Math.max(0, (dueAt.get(key) ?? 0) - now())
    // more than can be let through: the clock was set back
    return aheadMs > burst * everyMs ? 0 : aheadMs
  }

  function findWaitMs(key: string): number {
    return Math.max(0, findAheadMs(key) + everyMs - burst * everyMs)
  }

  return {
    findWaitMs,
    take(key) {
      const waitMs = findWaitMs(key)
      if (waitMs > 0) return waitMs
      const at = now()
      makeRoom(dueAt, (due) => due <= at)
      dueAt.set(key, at + findAheadMs(key) + everyMs)
      return 0
    },
  }
}

/** Limits a map that strangers fill: expired values are removed first, then the oldest half. */
export function makeRoom<V>(map: Map<string, V>, hasEnded: (value: V) => boolean): void {
  if (map.size < mostCounters) return
  for (const [key, value] of map) if (hasEnded(value)) map.delete(key)
  let surplus = map.size - mostCounters / 2
  for (const key of map.keys()) {
    if (surplus <= 0) break
    map.delete(key)
    surplus -= 1
  }
}
