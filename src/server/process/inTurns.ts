// Many pieces of work, a few at once.

/** `onDone` gets the number of finished items, in the order in which they finish. */
export async function inTurns<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
  onDone?: (done: number) => void,
): Promise<void> {
  let next = 0
  let done = 0
  const run = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) {
      await work(item)
      done += 1
      onDone?.(done)
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, run))
}
