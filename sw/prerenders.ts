// Sends the viewer's home with its document, as it was last on the screen, to be seen before any code runs.

import { inlineFirstFiles } from '../src/domain/documents/inlineFirstFiles.ts'
import { insertPrerender } from '../src/domain/prerender.ts'
import { prerenderCacheName, type SavedPrerender, toPrerenderKey } from '../src/offline/files/prerenders.ts'
import { Library, type ShowId } from '../src/offline/library.ts'
import { findFiledClub } from './clubs.ts'
import { buildName, findDocument, findFile } from './shell.ts'

const homePattern = /^\/portal\/viewer\/([1-9]\d{0,8})$/
const buildHeader = 'x-build'
const policyHeader = 'content-security-policy'

/** The show whose home has this address. */
export async function findShowOfHome(url: URL): Promise<ShowId | undefined> {
  const eventId = homePattern.exec(url.pathname)?.[1]
  if (eventId === undefined) return undefined
  return { club: await findFiledClub(url), eventId: Number(eventId) }
}

/** Undefined if none is saved, or only one of another build. */
export async function findPrerender(url: URL): Promise<Response | undefined> {
  const show = await findShowOfHome(url)
  if (show === undefined) return undefined
  try {
    const saved = await caches.match(toPrerenderKey(show), { cacheName: prerenderCacheName })
    return saved?.headers.get(buildHeader) === buildName ? saved : undefined
  } catch {
    return undefined // the plain document works as well, only later
  }
}

/** Saves what the page shows, if this build drew it and it shows the saved version of the event. */
export async function savePrerender(prerender: SavedPrerender): Promise<void> {
  const document = await findDocument()
  const shell = await document?.text()
  if (document === undefined || shell?.includes(`src="${prerender.entry}"`) !== true) return
  if (!(await isSaved(prerender))) return
  const headers = new Headers(document.headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  headers.set(buildHeader, buildName)
  const policy = headers.get(policyHeader) ?? ''
  const inlined = await inlineFirstFiles(insertPrerender(shell, prerender), policy, { findFile, hash })
  headers.set(policyHeader, inlined.policy)
  const cache = await caches.open(prerenderCacheName)
  const key = toPrerenderKey(prerender)
  await cache.put(key, new Response(inlined.html, { headers }))
  // a newer version of the event may have been saved meanwhile
  if (!(await isSaved(prerender))) await cache.delete(key)
}

async function isSaved(prerender: SavedPrerender): Promise<boolean> {
  const library = new Library()
  try {
    return (await library.findVersion(prerender)) === prerender.version
  } finally {
    await library.close()
  }
}

async function hash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
}
