// Does heavy work, only a few at a time, in the order of arrival.

export interface SemaphoreOptions {
  /** How many run at once. */
  readonly most: number
  /** When more than this many wait, further work is refused. */
  readonly longestQueue: number
  /** The error for refused work. */
  refuse(): Error
}

/** Runs the work when it is its turn. If the work fails, only its caller sees the error. */
export function createSemaphore({
  most,
  longestQueue,
  refuse,
}: SemaphoreOptions): <T>(work: () => Promise<T>) => Promise<T> {
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
