// Serves event pictures and maps from the device: pinned ones always, others while there is room.
import { carsCacheName, memberCacheName, pinnedCacheName, recentCacheName } from '../src/offline/pictures.ts'

const mostRecent = 200

export function isPicture(url: URL): boolean {
  return url.pathname.startsWith('/media/')
}

export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const url = new URL(request.url)
  const pinned = await caches.open(pinnedCacheName)
  const exact = (await pinned.match(url.href)) ?? (await caches.match(url.href, { cacheName: carsCacheName }))
  if (exact !== undefined) return exact
  const others = await caches.open(
    url.pathname.startsWith('/media/member/') ? memberCacheName : recentCacheName,
  )
  const cached = await others.match(url.href)
  if (cached !== undefined) {
    event.waitUntil(cachePicture(others, url.href, cached.clone()))
    return cached
  }
  try {
    const answer = await fetch(request)
    if (isWholePicture(answer)) event.waitUntil(cachePicture(others, url.href, answer.clone()))
    return answer
  } catch (error) {
    // The same picture in another width is better than none.
    const similar = await pinned.match(url.href, { ignoreSearch: true })
    if (similar !== undefined) return similar
    throw error
  }
}

function isWholePicture(answer: Response): boolean {
  const type = answer.headers.get('content-type') ?? ''
  return answer.status === 200 && !answer.redirected && type.startsWith('image/')
}

/** Puts a picture last, so that the least recently used come first, and drops those above the limit. */
async function cachePicture(cache: Cache, address: string, answer: Response): Promise<void> {
  try {
    await cache.delete(address)
    await cache.put(address, answer)
  } catch {
    return // no room: the picture was shown all the same
  }
  const addresses = await cache.keys()
  await Promise.all(
    addresses.slice(0, Math.max(0, addresses.length - mostRecent)).map((old) => cache.delete(old)),
  )
}

/** Called at sign-out: members' pictures leave the device. */
export async function forgetMemberPictures(): Promise<void> {
  await caches.delete(memberCacheName)
}
