// Makes sure that files are there before they are imported. Safari and Firefox remember that a module did not come
// and ask for it no more in that document; what is only fetched can be asked for again.
import { fetchWhole } from '../../offline/files/fetchWhole.ts'

declare global {
  interface Window {
    /** Set by the document's first script. */
    prefetchFiles?: typeof prefetchFiles
  }
}

/** How long to wait before each further try of one file. */
const waitsMs = [300, 1_200]

const fetching = new Map<string, Promise<void>>()

/**
 * Resolves when all files have come, each with tries of its own. Otherwise it rejects with the loading error of
 * one of them, and the next call tries again those that are missing.
 */
export async function prefetchFiles(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map(prefetchFile))
}

function prefetchFile(path: string): Promise<void> {
  const running = fetching.get(path)
  if (running !== undefined) return running
  const started = tryToFetch(path)
  fetching.set(path, started)
  started.catch(() => fetching.delete(path))
  return started
}

async function tryToFetch(path: string): Promise<void> {
  if (await isOnDevice(path)) return preloadModule(path)
  for (const [tried, waitMs] of [...waitsMs, undefined].entries()) {
    try {
      return await fetchFile(path, tried > 0)
    } catch (error) {
      if (waitMs === undefined || !navigator.onLine) throw error
      await new Promise((resolve) => window.setTimeout(resolve, waitMs))
    }
  }
}

/** The worker answers for it, and not the network: it need not be fetched before it is imported. */
async function isOnDevice(path: string): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  try {
    return (await caches.match(path)) !== undefined
  } catch {
    return false // no Cache Storage now: the network is asked
  }
}

/** The browser reads and compiles it meanwhile. */
function preloadModule(path: string): void {
  if (!path.endsWith('.js')) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  link.href = path
  document.head.append(link)
}

/** A further try goes past the browser's cache, because a network's sign-in page may be in it. */
async function fetchFile(path: string, isRetry: boolean): Promise<void> {
  const { answer } = await fetchWhole(path, { cache: isRetry ? 'reload' : 'default' })
  const type = answer.headers.get('content-type') ?? ''
  if (!answer.ok || answer.redirected || type.startsWith('text/html'))
    throw new TypeError(`${path} did not come`)
}
