// What an error of the database says of its server: that it is away, or has no time just now.
import { setTimeout as pause } from 'node:timers/promises'
import { endStoringPauseMs, longestEndStoringMs } from '../limits/machine.ts'

/**
 * The line was lost or cannot be made, who answers takes no writes (any more), or has ended our transaction because we
 * stood still.
 */
const awayCodes: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  ...['25006', '25P03', '57P01', '57P02', '57P03'],
])

/** Others were in the way, or there is no connection left. */
const busyCodes: ReadonlySet<string> = new Set(['40001', '40P01', '53300'])

export function isDatabaseAway(error: unknown): boolean {
  return awayCodes.has(findCode(error))
}

/** The same call may go through a moment later. */
export function canDatabaseLater(error: unknown): boolean {
  return isDatabaseAway(error) || busyCodes.has(findCode(error))
}

function findCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

/**
 * Stores what has happened already, and would happen twice if nobody knew of it: again and again while the database is
 * away, until `isOver`. It may have been stored when no answer came, so a repetition must change nothing.
 */
export async function storeForSure(
  store: () => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  const deadline = performance.now() + longestEndStoringMs
  for (;;) {
    try {
      await store()
      return
    } catch (error) {
      if (!isDatabaseAway(error) || isOver() || performance.now() > deadline) throw error
      await pause(endStoringPauseMs)
    }
  }
}
