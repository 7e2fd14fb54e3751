// Event pictures and maps, served from the device: pinned ones always, others as long as there is room.
import { pinnedCacheName } from '../src/offline/pictures.ts'

/** Pictures that no saved event names: kept by their last use, up to a bound. */
const recentCacheName = 'pictures-recent'
/** Members' pictures: kept apart, because signing out wipes them. */
const memberCacheName = 'pictures-member'
const mostRecent = 200

export function isPicture(url: URL): boolean {
  return url.pathname.startsWith('/media/')
}

export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const url = new URL(request.url)
  const pinned = await caches.open(pinnedCacheName)
  const exact = await pinned.match(url.href)
  if (exact !== undefined) return exact
  const others = await caches.open(
    url.pathname.startsWith('/media/member/') ? memberCacheName : recentCacheName,
  )
  const kept = await others.match(url.href)
  if (kept !== undefined) {
    event.waitUntil(keep(others, url.href, kept.clone()))
    return kept
  }
  try {
    const answer = await fetch(request)
    if (isWholePicture(answer)) event.waitUntil(keep(others, url.href, answer.clone()))
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

/** Puts a picture last, so that the first ones are the least recently used, and drops what is too many. */
async function keep(cache: Cache, address: string, answer: Response): Promise<void> {
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

/** Members' pictures leave the device with the sign-in. */
export async function forgetMemberPictures(): Promise<void> {
  await caches.delete(memberCacheName)
}
