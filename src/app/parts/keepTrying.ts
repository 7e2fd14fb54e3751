// Tries again when there may be a connection, and now and then.

const firstRetryMs = 2_000
const longestRetryMs = 30_000

/** A file that did not come, not one that is wrong. */
export function isLoadingError(error: unknown): boolean {
  return error instanceof TypeError
}

/** Calls `load` until the returned function is called: when the network is back, when the page is looked at, by a timer. */
export function keepTrying(load: () => Promise<unknown>): () => void {
  let waitMs = firstRetryMs
  let timer: number | undefined
  let isOver = false
  let isTrying = false
  function plan(): void {
    window.clearTimeout(timer)
    if (isOver) return
    timer = window.setTimeout(() => void tryNow(), waitMs)
    waitMs = Math.min(2 * waitMs, longestRetryMs)
  }
  async function tryNow(): Promise<void> {
    if (isTrying || isOver) return
    isTrying = true
    try {
      if (document.visibilityState === 'visible') await load()
    } finally {
      isTrying = false
      plan()
    }
  }
  const hint = () => void tryNow()
  window.addEventListener('online', hint)
  document.addEventListener('visibilitychange', hint)
  plan()
  return () => {
    isOver = true
    window.clearTimeout(timer)
    window.removeEventListener('online', hint)
    document.removeEventListener('visibilitychange', hint)
  }
}

/** What `load` imports, as soon as it can be loaded. Fails only with what is no loading error. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    if (!isLoadingError(error)) throw error
  }
  return new Promise((resolve, reject) => {
    const stop = keepTrying(async () => {
      try {
        resolve(await load())
      } catch (error) {
        if (isLoadingError(error)) return
        reject(error)
      }
      stop()
    })
  })
}
