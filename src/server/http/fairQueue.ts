// Handles waiting requests for a moment per turn of the event loop, so that packs are answered in between.
import type { RequestListener } from 'node:http'
import { requestSliceMs } from '../limits/machine.ts'

/** In the order of arrival. */
export function createFairQueue(handle: RequestListener): RequestListener {
  const waiting: Parameters<RequestListener>[] = []
  const next = (): void => {
    const until = performance.now() + requestSliceMs
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
