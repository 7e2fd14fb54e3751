// Tries again when there may be a connection, and now and then.

const firstRetryMs = 2_000
const longestRetryMs = 30_000

/** A file that did not come, not one that is wrong. Browsers tell that by a type, Vite's style sheets by words. */
export function isLoadingError(error: unknown): boolean {
  return (
    error instanceof TypeError || (error instanceof Error && error.message.startsWith('Unable to preload'))
  )
}

/** Calls `load` until the returned function is called: when the network is back, when the page is looked at, by a timer. */
export function keepTrying(load: () => Promise<unknown>): () => void {
  let waitMs = firstRetryMs
  let timer: number | undefined
  let isOver = false
  function plan(): void {
    window.clearTimeout(timer)
    if (isOver) return
    timer = window.setTimeout(() => void tryNow(), waitMs)
    waitMs = Math.min(2 * waitMs, longestRetryMs)
  }
  async function tryNow(): Promise<void> {
    if (document.visibilityState === 'visible') await load()
    plan()
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

/** Browsers stop counting at 250. */
const mostCounted = 5_000
performance.setResourceTimingBufferSize?.(mostCounted)

function countRequests(): number {
  return performance.getEntriesByType('resource').length
}

/**
 * Tries once more, and returns whether that brought it. Safari and Firefox remember a module that did not come
 * and ask nobody for it again: then only a new document helps, and it is loaded if the server answers.
 */
export async function tryAgain(load: () => Promise<boolean>): Promise<boolean> {
  const before = countRequests()
  if (await load()) return true
  if (countRequests() === before && (await isServed())) window.location.reload()
  return false
}

/**
 * Whether the document and what it has asked for can be had. Without a connection a reload would bring the
 * browser's own error page, and Safari would take a refusal for the file again, had nobody fetched it meanwhile.
 */
export async function isServed(): Promise<boolean> {
  const files = performance.getEntriesByType('resource').map(({ name }) => name)
  const ownFiles = new Set(files.filter((name) => name.startsWith(`${window.location.origin}/assets/`)))
  try {
    const answers = await Promise.all([
      fetch(window.location.href, { cache: 'no-store' }),
      ...[...ownFiles].map((name) => fetch(name)),
    ])
    await Promise.all(answers.map((answer) => answer.arrayBuffer()))
    return answers.every(({ ok }) => ok)
  } catch {
    return false
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
