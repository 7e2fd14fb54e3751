// Whose turn with the database it is. It is what all calls wait for, so who fails again and again waits behind who does
// not: otherwise strangers who guess would keep everybody waiting (rules/security 8.1).
import { AsyncLocalStorage } from 'node:async_hooks'

/** Of whoever the work is done for. Read again whenever a turn is given, because others of theirs may have failed since. */
export interface Standing {
  /** What one caller asks for is done in its order. */
  readonly caller: string
  countFailures(): number
}

/** Work of the server itself, and of who has waited for another turn already. */
const first: Standing = { caller: 'the server', countFailures: () => -1 }
const standings = new AsyncLocalStorage<Standing>()

/** Every so manieth turn is for who has waited longest, so that nobody waits for ever. */
const turnsUntilOldest = 4

export function runAs<T>(standing: Standing, work: () => T): T {
  return standings.run(standing, work)
}

export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * As many at a time as given. Those with the fewest failures go first. Of equals the caller who came last: what has been
 * begun is ended first, and whoever comes does not wait behind all who came at once before anybody could know that they
 * fail.
 */
export function createTurns(most: number): TakeTurn {
  let running = 0
  let turns = 0
  const waiting: { readonly standing: Standing; begin(): void }[] = []

  function takeNext(): (() => void) | undefined {
    turns += 1
    let best = 0
    if (turns % turnsUntilOldest !== 0) {
      let least = Number.POSITIVE_INFINITY
      for (const [at, { standing }] of waiting.entries()) {
        const failures = standing.countFailures()
        if (failures > least) continue
        least = failures
        best = at
      }
    }
    const caller = waiting[best]?.standing.caller
    const next = waiting.findIndex(({ standing }) => standing.caller === caller)
    return waiting.splice(Math.max(next, 0), 1)[0]?.begin
  }

  /**
   * Not at once: the embedded engine works synchronously, and whoever has come meanwhile could not be read before all who
   * wait already have had their turn.
   */
  function giveTurn(): void {
    const next = takeNext()
    if (next === undefined) running -= 1
    else next()
  }

  return async (work) => {
    const standing = standings.getStore() ?? first
    if (running >= most) await new Promise<void>((begin) => waiting.push({ standing, begin }))
    else running += 1
    try {
      return await work()
    } finally {
      if (waiting.length === 0) running -= 1
      else setImmediate(giveTurn)
    }
  }
}

/** What has had its turn elsewhere, and keeps others waiting there, waits behind nobody here. */
export function runFirst<T>(work: () => T): T {
  return standings.run(first, work)
}
