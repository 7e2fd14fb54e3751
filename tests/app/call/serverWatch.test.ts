// While something waits, the server is asked every few seconds whether it answers.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askServer, watchServer } from '../../../src/app/call/serverWatch.ts'
import { minuteMs } from '../../../src/domain/time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function createWatch(random = () => 0.5) {
  const seen = { isWanted: true, isAnswering: false, asked: 0, answered: 0 }
  const plan = watchServer({
    isWanted: () => seen.isWanted,
    isAnswering: async () => {
      seen.asked += 1
      return seen.isAnswering
    },
    onAnswer: () => {
      seen.answered += 1
    },
    random,
  })
  return { seen, plan }
}

test('however long the server was away, it is asked again within ten seconds', async () => {
  const { seen, plan } = createWatch(() => 1)
  plan()
  await vi.advanceTimersByTimeAsync(90 * minuteMs)
  expect(seen).toMatchObject({ asked: 540, answered: 0 })
  seen.isAnswering = true
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen.answered).toBe(1)
})

test('it is asked every eight seconds or so, and one question at a time is planned', async () => {
  const { seen, plan } = createWatch()
  for (let change = 0; change < 5; change++) plan()
  await vi.advanceTimersByTimeAsync(7_999)
  expect(seen.asked).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(seen.asked).toBe(1)
  plan()
  await vi.advanceTimersByTimeAsync(80_000)
  expect(seen.asked).toBe(11)
})

test('nobody asks while nothing waits or nobody looks, and asks again afterwards', async () => {
  const { seen, plan } = createWatch()
  plan()
  seen.isWanted = false
  await vi.advanceTimersByTimeAsync(minuteMs)
  plan()
  await vi.advanceTimersByTimeAsync(minuteMs)
  expect(seen.asked).toBe(0)
  seen.isWanted = true
  plan()
  await vi.advanceTimersByTimeAsync(8_000)
  expect(seen.asked).toBe(1)
})

test('only the answer of our own server counts, and it tells the time', async () => {
  const learned: number[] = []
  const ask = (answer: () => Response) => {
    vi.stubGlobal('fetch', async () => answer())
    return askServer((serverNow) => learned.push(serverNow))
  }
  expect(await ask(() => new Response('<h1>Sign in to the network</h1>'))).toBe(false)
  expect(await ask(() => Response.json({ ok: true }, { status: 503 }))).toBe(false)
  expect(await ask(() => Response.error())).toBe(false)
  expect(learned).toEqual([])
  const date = new Date(1_800_000_000_000).toUTCString()
  expect(await ask(() => Response.json({ ok: true }, { headers: { date } }))).toBe(true)
  expect(learned).toEqual([1_800_000_000_000])
})
