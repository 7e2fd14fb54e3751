// Handles waiting requests for a moment per turn of the event loop, so that packs are answered in between.
import type { RequestListener } from 'node:http'

/**
 * To read a request is little work, and whose turn it is to have it done is known only then: many that come at once
 * must not make the others wait here.
 */
const sliceMs = 5

/** In the order of arrival. */
export function createFairQueue(handle: RequestListener): RequestListener {
  const waiting: Parameters<RequestListener>[] = []
  const next = (): void => {
    const until = performance.now() + sliceMs
    try {
      for (;;) {
        const first = waiting.shift()
        if (first === undefined) return
        handle(...first)
        if (performance.now() >= until) return
      }
    } finally {
      // also when the work has thrown
      if (waiting.length > 0) setImmediate(next)
    }
  }
  return (request, response) => {
    waiting.push([request, response])
    if (waiting.length === 1) setImmediate(next)
  }
}
