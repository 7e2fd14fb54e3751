// The server's clock as this device knows it: learned from answers, remembered, never the device's own alone.

export interface Clock {
  /** Epoch milliseconds by the server's clock, as far as it is known. */
  now(): number
  /** Takes the server's instant from an answer that came just now. */
  learn(serverNow: number): void
  /** Milliseconds to add to the device's clock. */
  offset(): number
  /** Called when the offset has changed by more than the grain; gives back how to stop. */
  watch(changed: () => void): () => void
}

export interface ClockMemory {
  read(): number | undefined
  write(offset: number): void
}

/** Differences below this are the network's and the header's whole seconds, not the clock's. */
export const clockGrainMs = 3_000

export function createClock(deviceNow: () => number, memory?: ClockMemory): Clock {
  const watchers = new Set<() => void>()
  let known = memory?.read() ?? 0
  return {
    now: () => deviceNow() + known,
    offset: () => known,
    learn(serverNow) {
      const measured = serverNow - deviceNow()
      const offset = Math.abs(measured) < clockGrainMs ? 0 : measured
      if (Math.abs(offset - known) < clockGrainMs && offset !== 0) return
      if (offset === known) return
      known = offset
      memory?.write(offset)
      for (const changed of watchers) changed()
    },
    watch(changed) {
      watchers.add(changed)
      return () => watchers.delete(changed)
    },
  }
}

/** The server's instant from an answer's headers; a copy from a cache on the way says its age in seconds. */
export function findServerTime(headers: { get(name: string): string | null }): number | undefined {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return undefined
  const age = Number(headers.get('age') ?? 0)
  return date + (Number.isFinite(age) && age > 0 ? age * 1000 : 0)
}
