// Sends the viewer's home with its document, as it last stood on the screen, so that it is seen before any code runs.
import { insertPrerender } from '../src/domain/prerender.ts'
import { Library, type ShowId } from '../src/offline/library.ts'
import { type KeptPainting, paintingCacheName, toPaintingKey } from '../src/offline/prerenders.ts'
import { buildName, findDocument, readFirstFiles } from './shell.ts'

const homePattern = /^\/portal\/viewer\/([1-9]\d{0,8})$/
const buildHeader = 'x-build'

/** The show whose home an address is. */
export function findShowOfHome(url: URL): ShowId | undefined {
  const eventId = homePattern.exec(url.pathname)?.[1]
  if (eventId === undefined) return undefined
  return { club: url.searchParams.get('subdomain') ?? '', eventId: Number(eventId) }
}

/** Undefined where none is kept, or only another build's. */
export async function findPainting(url: URL): Promise<Response | undefined> {
  const show = findShowOfHome(url)
  if (show === undefined) return undefined
  readFirstFiles()
  try {
    const kept = await caches.match(toPaintingKey(show), { cacheName: paintingCacheName })
    return kept?.headers.get(buildHeader) === buildName ? kept : undefined
  } catch {
    return undefined // the plain document serves as well, only later
  }
}

/** Keeps what the page shows, when this build drew it and it shows the event as it is saved. */
export async function keepPainting(painting: KeptPainting): Promise<void> {
  const document = await findDocument()
  const shell = await document?.text()
  if (document === undefined || shell?.includes(`src="${painting.entry}"`) !== true) return
  if (!(await isSaved(painting))) return
  const headers = new Headers(document.headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  headers.set(buildHeader, buildName)
  const cache = await caches.open(paintingCacheName)
  const key = toPaintingKey(painting)
  await cache.put(key, new Response(insertPrerender(shell, painting), { headers }))
  // a newer version may have been written in the meantime
  if (!(await isSaved(painting))) await cache.delete(key)
}

async function isSaved(painting: KeptPainting): Promise<boolean> {
  const library = new Library()
  try {
    return (await library.findVersion(painting)) === painting.version
  } finally {
    library.close()
  }
}
