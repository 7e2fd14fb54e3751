// The server's time, learnt from its answers and kept on this device for a page that opens without a network.
import type { DeviceStorage } from './deviceStorage.ts'
import type { SafeAnswers } from './safeAnswers.ts'

export interface ServerTime {
  /** The server's time in epoch milliseconds, as far as it is known; otherwise the device's. */
  now(): number
  /** The server's time, undefined while this device has never heard it. */
  findServerNow(): number | undefined
  /** Takes the server's clock, in epoch milliseconds, from an answer. */
  learnTime(serverNow: number): void
}

export interface ServerClock extends ServerTime {
  /** Takes the difference that stood in the other place, where this one lacks it. */
  match(kept: unknown): void
}

export interface ServerClockOptions {
  name: string
  lasting: DeviceStorage
  answers: SafeAnswers
  /** Epoch milliseconds by the device's clock. */
  deviceNow(): number
}

export function createServerClock({ name, lasting, answers, deviceNow }: ServerClockOptions): ServerClock {
  const keptOffset = lasting.find(name)
  let isKnown = keptOffset !== undefined
  let offset = Number(keptOffset ?? 0) || 0
  const now = () => deviceNow() + offset
  return {
    now,
    findServerNow: () => (isKnown ? now() : undefined),
    learnTime(serverNow) {
      const learned = serverNow - deviceNow()
      // The header counts whole seconds: smaller differences say nothing.
      if (Math.abs(learned - offset) >= 2000) offset = learned
      else if (isKnown) return
      isKnown = true
      lasting.keep(name, String(offset))
      void answers.keep(name, offset)
    },
    match(kept) {
      if (isKnown || typeof kept !== 'number') return
      isKnown = true
      offset = kept
      lasting.keep(name, String(kept))
    },
  }
}
