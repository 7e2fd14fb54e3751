// Handles one of several waiting requests per turn of the event loop, so that packs are answered in between.
import type { RequestListener } from 'node:http'

/** In the order of arrival. */
export function createFairQueue(handle: RequestListener): RequestListener {
  const waiting: Parameters<RequestListener>[] = []
  const next = (): void => {
    const first = waiting.shift()
    if (first === undefined) return
    // before the work, because that may throw
    if (waiting.length > 0) setImmediate(next)
    handle(...first)
  }
  return (request, response) => {
    waiting.push([request, response])
    if (waiting.length === 1) setImmediate(next)
  }
}
