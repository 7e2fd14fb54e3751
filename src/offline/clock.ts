// The server's clock as this device knows it. It is learned from answers and remembered.

export interface Clock {
  /** Epoch milliseconds by the server's clock; by the device's clock while the server's is unknown. */
  now(): number
  /** The same, but undefined while this device has never heard from the server. */
  findServerNow(): number | undefined
  /** Takes the server's time, in epoch milliseconds, from an answer that has just come. */
  learnTime(serverNow: number): void
  /** Milliseconds to add to the device's clock. */
  offset(): number
  /** Takes an offset that was remembered elsewhere, if this clock has none yet. */
  restore(offset: unknown): void
}

/** Where the offset is saved, so that the next page has it. */
export interface ClockMemory {
  read(): number | undefined
  write(offset: number): void
}

/** Smaller differences come from the network and from the header, which has whole seconds only. */
export const clockGrainMs = 3_000

export function createClock(deviceNow: () => number, memory?: ClockMemory): Clock {
  let known = memory?.read()
  const now = () => deviceNow() + (known ?? 0)
  const remember = (offset: number) => {
    known = offset
    memory?.write(offset)
  }
  return {
    now,
    findServerNow: () => (known === undefined ? undefined : now()),
    offset: () => known ?? 0,
    learnTime(serverNow) {
      const measured = serverNow - deviceNow()
      if (Math.abs(measured - (known ?? 0)) >= clockGrainMs) remember(measured)
      else if (known === undefined) remember(0)
    },
    restore(offset) {
      if (known === undefined && typeof offset === 'number' && Number.isFinite(offset)) remember(offset)
    },
  }
}

/** The server's time from an answer's headers. A cached answer says its age in seconds. */
export function findServerTime(headers: { get(name: string): string | null }): number | undefined {
  const date = Date.parse(headers.get('date') ?? '')
  if (Number.isNaN(date)) return undefined
  const age = Number(headers.get('age') ?? 0)
  return date + (Number.isFinite(age) && age > 0 ? age * 1000 : 0)
}
