// While one call is being answered, others wait and are then answered together.

/**
 * One run at a time. The first call runs at once; calls that arrive meanwhile make up the next run, at most
 * `most` of them. `run` gives one result for each call, in the same order. If it fails, they all fail.
 */
export function createBatcher<T, R>(
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
