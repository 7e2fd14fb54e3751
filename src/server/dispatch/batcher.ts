// Calls that come while one is being answered wait for it, and are then answered together.

/**
 * One run at a time: the first begins at once, and whatever has come by its end makes up the next, at most
 * `most` at a time. `run` gives one result for each, in their order; if it fails, they all fail.
 */
export function createGathering<T, R>(
  run: (all: readonly T[]) => Promise<readonly R[]>,
  most: number,
): (one: T) => Promise<R> {
  let isRunning = false
  const waiting: { one: T; resolve(result: R): void; reject(error: unknown): void }[] = []

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const now = waiting.splice(0, most)
      try {
        const results = await run(now.map(({ one }) => one))
        for (const [index, { resolve }] of now.entries()) resolve(results[index] as R)
      } catch (error) {
        for (const { reject } of now) reject(error)
      }
    }
    isRunning = false
  }

  return (one) =>
    new Promise<R>((resolve, reject) => {
      waiting.push({ one, resolve, reject })
      if (!isRunning) void runAll()
    })
}
