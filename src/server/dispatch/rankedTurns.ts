// Does heavy work, only a few at a time: people whom we know first, then strangers, those with the fewest failures first.
import type { SemaphoreOptions } from './semaphore.ts'

/** Who asks: somebody who has proved something, or a stranger who has failed so often lately. */
export type Asking = 'known' | { countFailures(): number }

interface Waiting {
  /** Read when it counts: others of theirs may have failed while this one waited. */
  countFailures(): number
  begin(): void
  giveUp(): void
}

/** While both wait, every so manieth turn is a stranger's: a member on a new device is one too. */
const turnsUntilStranger = 4

export interface RankedTurns {
  take<T>(asking: Asking, work: () => Promise<T>): Promise<T>
  /** Those whose turn has not come. */
  countWaiting(): number
}

/**
 * Runs the work when it is its turn. In a full line, who comes takes the place of the stranger who has failed most, if
 * they rank above them; otherwise they are refused. So strangers never keep the line from anybody else.
 */
export function createRankedTurns({ most, longestQueue, refuse }: SemaphoreOptions): RankedTurns {
  let running = 0
  let turns = 0
  const known: Waiting[] = []
  const strangers: Waiting[] = []

  const countWaiting = () => known.length + strangers.length

  function makePlace(failures: number): void {
    if (countWaiting() < longestQueue) return
    // of equals the one who came last
    const counts = strangers.map((one) => one.countFailures())
    const worst = counts.lastIndexOf(Math.max(...counts))
    const given = strangers[worst]
    if (given === undefined || (counts[worst] ?? 0) <= failures) throw refuse()
    strangers.splice(worst, 1)
    given.giveUp()
  }

  function takeNext(): Waiting | undefined {
    turns += 1
    if (known.length > 0 && (strangers.length === 0 || turns % turnsUntilStranger !== 0)) return known.shift()
    const counts = strangers.map((one) => one.countFailures())
    const best = counts.indexOf(Math.min(...counts))
    return strangers.splice(Math.max(best, 0), 1)[0]
  }

  async function take<T>(asking: Asking, work: () => Promise<T>): Promise<T> {
    if (running >= most) {
      const countFailures = asking === 'known' ? () => -1 : () => asking.countFailures()
      makePlace(countFailures())
      await new Promise<void>((begin, reject) => {
        const line = asking === 'known' ? known : strangers
        line.push({ countFailures, begin, giveUp: () => reject(refuse()) })
      })
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = takeNext()
      if (next === undefined) running -= 1
      else next.begin()
    }
  }

  return { take, countWaiting }
}
