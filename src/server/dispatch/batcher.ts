// While calls are being answered, others wait and are then answered together.

export interface BatcherOptions {
  /** At most this many calls make up one run. */
  readonly most: number
  /** When so many wait, a second run begins beside the first. Default: it never does. */
  readonly besideFrom?: number
}

/**
 * The first call runs at once; calls that arrive meanwhile make up the next run. `run` gives one result for each
 * call, in the same order. If it fails, they all fail.
 */
export function createBatcher<T, R>(
  run: (all: readonly T[]) => Promise<readonly R[]>,
  { most, besideFrom = Number.POSITIVE_INFINITY }: BatcherOptions,
): (one: T) => Promise<R> {
  let running = 0
  const waiting: { one: T; resolve(result: R): void; reject(error: unknown): void }[] = []

  function runNext(): void {
    const isDue = running === 0 ? waiting.length > 0 : running === 1 && waiting.length >= besideFrom
    if (isDue) void runSome()
  }

  async function runSome(): Promise<void> {
    running += 1
    const now = waiting.splice(0, most)
    try {
      const results = await run(now.map(({ one }) => one))
      for (const [index, { resolve }] of now.entries()) resolve(results[index] as R)
    } catch (error) {
      for (const { reject } of now) reject(error)
    }
    running -= 1
    runNext()
  }

  return (one) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ one, resolve, reject })
      runNext()
    })
}
