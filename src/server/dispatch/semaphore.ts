// Work that is heavy, a few at a time and in the order in which it came.

export interface TurnOptions {
  /** So many run at once. */
  readonly most: number
  /** More than this many waiting are refused. */
  readonly longestQueue: number
  /** What those are told. */
  refuse(): Error
}

/** Runs work when it is its turn; a failure of the work is its caller's alone. */
export function createTurns({
  most,
  longestQueue,
  refuse,
}: TurnOptions): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= longestQueue) throw refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
