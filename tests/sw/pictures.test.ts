import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recentCacheName } from '../../src/offline/files/pictures.ts'
import { answerPicture } from '../../sw/pictures.ts'
import { MemoryCache, origin } from './memoryCache.ts'

const dayMs = 86_400_000
const toUrl = (name: string) => `${origin}/media/${name}.webp`

let recent: MemoryCache
let isRefused: boolean
let asked: string[]
const deleted = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 5, 1) })
  recent = new MemoryCache()
  isRefused = false
  asked = []
  deleted.mockClear()
  const remove = recent.delete.bind(recent)
  recent.delete = async (request) => {
    deleted(typeof request === 'string' ? request : request.url)
    return remove(request)
  }
  const find = async (name: string | undefined, address: string) => {
    if (isRefused) throw new DOMException('', 'SecurityError')
    return name === recentCacheName ? recent.match(address) : undefined
  }
  vi.stubGlobal('caches', {
    open: async () => {
      if (isRefused) throw new DOMException('', 'SecurityError')
      return recent
    },
    match: (address: string, options?: MultiCacheQueryOptions) => find(options?.cacheName, address),
  })
  vi.stubGlobal('fetch', async ({ url }: Request) => {
    asked.push(url)
    return new Response(`picture of ${url}`, { headers: { 'content-type': 'image/webp' } })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function look(name: string): Promise<string> {
  const during: Promise<unknown>[] = []
  const answer = await answerPicture({
    request: new Request(toUrl(name)),
    waitUntil: (work: Promise<unknown>) => during.push(work),
  } as unknown as FetchEvent)
  const text = await answer.text()
  await Promise.all(during)
  return text
}

test('a picture that is looked at again stays where it is that day, and is last the next day', async () => {
  await look('a')
  await look('b')
  const put = vi.spyOn(recent, 'put')
  expect(await look('a')).toBe(`picture of ${toUrl('a')}`)
  expect(put).not.toHaveBeenCalled()
  vi.advanceTimersByTime(dayMs)
  await look('a')
  expect(put).toHaveBeenCalledOnce()
  expect([...recent.bodies.keys()]).toEqual([toUrl('b'), toUrl('a')])
  // equal requests meanwhile must find it
  expect(deleted).not.toHaveBeenCalled()
  expect(asked).toEqual([toUrl('a'), toUrl('b')])
})

test('only the 200 last used stay', async () => {
  for (let index = 0; index <= 200; index++) await look(`p${index}`)
  expect(recent.bodies.size).toBe(200)
  expect(deleted.mock.calls).toEqual([[toUrl('p0')]])
})

test('without Cache Storage pictures come from the network', async () => {
  isRefused = true
  expect(await look('a')).toBe(`picture of ${toUrl('a')}`)
})
