// Serves event pictures and maps from the device: pinned ones always, others while there is room.
import { dayMs } from '../src/domain/time.ts'
import {
  carsCacheName,
  memberCacheName,
  pinnedCacheName,
  recentCacheName,
} from '../src/offline/files/pictures.ts'

const mostRecent = 200
/** When a picture was last put at the end of its cache. */
const usedHeader = 'x-used-at'

export function isPicture(url: URL): boolean {
  return url.pathname.startsWith('/media/')
}

export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const url = new URL(request.url)
  const exact = (await find(pinnedCacheName, url.href)) ?? (await find(carsCacheName, url.href))
  if (exact !== undefined) return exact
  const others = url.pathname.startsWith('/media/member/') ? memberCacheName : recentCacheName
  const cached = await find(others, url.href)
  if (cached !== undefined) {
    if (!wasUsedToday(cached)) event.waitUntil(cachePicture(others, url.href, cached.clone()))
    return cached
  }
  try {
    const answer = await fetch(request)
    if (isWholePicture(answer)) event.waitUntil(cachePicture(others, url.href, answer.clone()))
    return answer
  } catch (error) {
    // The same picture in another width is better than none.
    const similar = await find(pinnedCacheName, url.href, { ignoreSearch: true })
    if (similar !== undefined) return similar
    throw error
  }
}

/** Undefined too if the browser gives no Cache Storage now: the network may still answer. */
async function find(
  cacheName: string,
  address: string,
  options?: CacheQueryOptions,
): Promise<Response | undefined> {
  try {
    return await caches.match(address, { cacheName, ...options })
  } catch {
    return undefined
  }
}

function isWholePicture(answer: Response): boolean {
  const type = answer.headers.get('content-type') ?? ''
  return answer.status === 200 && !answer.redirected && type.startsWith('image/')
}

function wasUsedToday(cached: Response): boolean {
  return Date.now() - Number(cached.headers.get(usedHeader) ?? 0) < dayMs
}

/**
 * Puts a picture last, so that the least recently used come first, and drops those above the limit. It is
 * replaced and never deleted before: it may be asked for again meanwhile.
 */
async function cachePicture(cacheName: string, address: string, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    const headers = new Headers(answer.headers)
    headers.set(usedHeader, String(Date.now()))
    await cache.put(address, new Response(await answer.blob(), { headers }))
    const addresses = await cache.keys()
    await Promise.all(
      addresses.slice(0, Math.max(0, addresses.length - mostRecent)).map((old) => cache.delete(old)),
    )
  } catch {
    return // no room: the picture was shown all the same
  }
}

/** Called at sign-out: members' pictures leave the device. */
export async function forgetMemberPictures(): Promise<void> {
  await caches.delete(memberCacheName)
}
