// Whose turn it is with what is scarce: the database, hashing, reading pictures. Who fails again and again waits behind
// who does not: otherwise strangers who guess would keep everybody waiting (rules/security 3.8 and 8.1).
import { AsyncLocalStorage } from 'node:async_hooks'
import { turnsUntilOldest } from '../../limits/often.ts'

/** Of whoever the work is done for. Read again whenever it counts, because others of theirs may have failed since. */
export interface Reputation {
  countFailures(): number
}

/** Work of the server itself, and of who has waited for another turn already. */
const first: Reputation = { countFailures: () => -1 }
const reputations = new AsyncLocalStorage<Reputation>()

export function runAs<T>(reputation: Reputation, work: () => T): T {
  return reputations.run(reputation, work)
}

/** What has had its turn elsewhere, and keeps others waiting there, waits behind nobody here. */
export function runFirst<T>(work: () => T): T {
  return reputations.run(first, work)
}

export interface TurnOptions {
  /** How many run at once. */
  readonly most: number
  /** When so many wait, who has failed most is refused. Default: nobody is. */
  readonly longestQueue?: number
  /** The error for who is refused. */
  refuse?(): Error
}

export interface Turns {
  /** Runs the work when it is its turn. If it fails, only its caller sees the error. */
  take<T>(work: () => Promise<T>): Promise<T>
  countRunning(): number
  /** Those whose turn has not come. */
  countWaiting(): number
}

interface Waiting {
  readonly reputation: Reputation
  begin(): void
  giveUp(): void
}

/** Those with the fewest failures go first, and equals in the order in which they came. */
export function createTurns({
  most,
  longestQueue = Number.POSITIVE_INFINITY,
  refuse = () => new Error('Too many wait.'),
}: TurnOptions): Turns {
  let running = 0
  let turns = 0
  const waiting: Waiting[] = []

  function takeNext(): Waiting | undefined {
    turns += 1
    if (turns % turnsUntilOldest === 0) return waiting.shift()
    const counts = waiting.map(({ reputation }) => reputation.countFailures())
    return waiting.splice(counts.indexOf(Math.min(...counts)), 1)[0]
  }

  /** In a full line, who comes takes the place of who has failed most, of equals the last one. */
  function makePlace({ countFailures }: Reputation): void {
    if (waiting.length < longestQueue) return
    const counts = waiting.map(({ reputation }) => reputation.countFailures())
    const worst = Math.max(...counts)
    if (worst <= countFailures()) throw refuse()
    waiting.splice(counts.lastIndexOf(worst), 1)[0]?.giveUp()
  }

  /**
   * Not at once: the embedded engine works synchronously, and whoever has come meanwhile could not be read before all who
   * wait already have had their turn.
   */
  function giveTurn(): void {
    const next = takeNext()
    if (next === undefined) running -= 1
    else next.begin()
  }

  return {
    async take(work) {
      if (running < most) running += 1
      else {
        const reputation = reputations.getStore() ?? first
        makePlace(reputation)
        await new Promise<void>((begin, reject) => {
          waiting.push({ reputation, begin, giveUp: () => reject(refuse()) })
        })
      }
      try {
        return await work()
      } finally {
        if (waiting.length === 0) running -= 1
        else setImmediate(giveTurn)
      }
    },
    countRunning: () => running,
    countWaiting: () => waiting.length,
  }
}
