// The server's clock as this device knows it. It is learned from answers and remembered.
import { minuteMs } from '../domain/time.ts'

export interface Clock {
  /** Epoch milliseconds by the server's clock; by the device's clock while the server's is unknown. */
  now(): number
  /**
   * The same, for what a wrong time would forbid: undefined unless this page or worker has heard the server
   * since it began, and nobody has changed the device's clock since then. Then the server decides.
   */
  findServerNow(): number | undefined
  /** The earliest time that it may be now. What may only end for certain compares with this. */
  findEarliestNow(): number
  /**
   * The time to write on what is made now. If this clock is unsure, and one of the times that it may be is
   * before `endsAt`, it is that one: what was made in time must not be refused for a wrong clock.
   */
  findMadeAt(endsAt: number | undefined): number
  /** Takes the server's time, in epoch milliseconds, from an answer that has just come. */
  learnTime(serverNow: number): void
  /** Milliseconds to add to the device's clock. */
  offset(): number
  /** Takes an offset that was remembered elsewhere, if this clock has none yet. */
  restore(offset: unknown): void
  /** Resolves once the server was heard. */
  untilHeard(): Promise<void>
  /** The listener hears of each time that this clock is set. Returns what ends that. */
  subscribe(listener: () => void): () => void
}

/** Where the offset is saved, so that the next page has it. */
export interface ClockMemory {
  read(): number | undefined
  write(offset: number): void
}

/** Smaller differences come from the network and from the header, which has whole seconds only. */
export const clockGrainMs = 3_000
/** More than a clock drifts in a day. Beyond it somebody has changed the clock, or the device has slept. */
export const clockJumpMs = minuteMs

/** When the server was last heard: by its own clock, by the device's, and by one that nobody can change. */
interface Hearing {
  server: number
  device: number
  steady: number
}

/** `steadyNow`: milliseconds that only go on, though they may stand still while the device sleeps. */
export function createClock(
  deviceNow: () => number,
  memory?: ClockMemory,
  steadyNow: () => number = () => performance.now(),
): Clock {
  let known = memory?.read()
  let heard: Hearing | undefined
  const listeners = new Set<() => void>()
  let noteHeard: () => void
  const firstHearing = new Promise<void>((resolve) => {
    noteHeard = resolve
  })
  const remember = (offset: number) => {
    known = offset
    memory?.write(offset)
    for (const listener of listeners) listener()
  }

  /** How far the device's clock has been moved since the server was heard. */
  function findJump({ device, steady }: Hearing): number {
    return deviceNow() - device - (steadyNow() - steady)
  }

  const isSure = () => heard !== undefined && Math.abs(findJump(heard)) < clockJumpMs

  /** Every time that it may be, the best guess first. */
  function listPossible(): [number, ...number[]] {
    const device = deviceNow()
    const learned = device + (known ?? 0)
    if (heard === undefined) return [learned, device]
    const steady = heard.server + steadyNow() - heard.steady
    const jump = findJump(heard)
    // forward moves also a device that has slept; back moves only a person or a network's time
    return jump <= -clockJumpMs ? [steady] : jump < clockJumpMs ? [learned] : [learned, steady]
  }

  const now = () => listPossible()[0]

  return {
    now,
    findServerNow: () => (isSure() ? now() : undefined),
    findEarliestNow: () => Math.min(...listPossible()),
    findMadeAt(endsAt) {
      const possible = listPossible()
      if (endsAt === undefined || possible[0] < endsAt) return possible[0]
      return possible.find((one) => one < endsAt) ?? possible[0]
    },
    offset: () => known ?? 0,
    learnTime(serverNow) {
      const device = deviceNow()
      heard = { server: serverNow, device, steady: steadyNow() }
      noteHeard()
      const measured = serverNow - device
      if (Math.abs(measured - (known ?? 0)) >= clockGrainMs) remember(measured)
      else if (known === undefined) remember(0)
    },
    restore(offset) {
      if (known === undefined && typeof offset === 'number' && Number.isFinite(offset)) remember(offset)
    },
    untilHeard: () => firstHearing,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
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
