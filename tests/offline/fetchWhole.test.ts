import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWhole } from '../../src/offline/files/fetchWhole.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A server that sends a piece each half minute, and from the given one on nothing. */
function startServer(pieces: number, isEnding: boolean) {
  return async (_path: string, { signal }: RequestInit) => {
    if (pieces === 0)
      await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    let sent = 0
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(stream) {
          signal?.addEventListener('abort', () => stream.error(signal.reason))
          await new Promise((resolve) => setTimeout(resolve, 30_000))
          if (sent < pieces) stream.enqueue(new Uint8Array(10).fill(sent++))
          else if (isEnding) stream.close()
          else await new Promise(() => {})
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body)
  }
}

test('a slow file comes whole, however long it takes', async () => {
  const fetched = fetchWhole('/slow.js', {}, startServer(20, true))
  await vi.advanceTimersByTimeAsync(21 * 30_000)
  expect((await fetched).bytes.byteLength).toBe(200)
})

test.each([
  ['before its first byte', 0],
  ['in its middle', 3],
])('a server that falls silent %s is given up after a minute', async (_, pieces) => {
  const fetched = fetchWhole('/silent.js', {}, startServer(pieces, false))
  const outcome = fetched.then(
    () => 'whole',
    ({ message }: TypeError) => message,
  )
  await vi.advanceTimersByTimeAsync(pieces * 30_000 + 59_000)
  expect(await Promise.race([outcome, Promise.resolve('open')])).toBe('open')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await outcome).toBe('/silent.js fell silent')
})
