// The build files that the device keeps: all of this build, and those of the build before.
import { PrecacheController, type PrecacheEntry } from 'workbox-precaching'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

const entries = self.__WB_MANIFEST
const cachePrefix = 'shell-'
const document = '/index.html'
/** Stores when a build's files were complete, which tells the previous build. */
const stamp = '/shell-installed-at'

/** After a rollback the older build has its old name again, and so its files. */
export const buildName = nameBuild(entries)
const cacheName = cachePrefix + buildName
const controller = new PrecacheController({ cacheName, fallbackToNetwork: false })
controller.addToCacheList(entries)

function nameBuild(files: readonly (PrecacheEntry | string)[]): string {
  let hash = 0xcbf29ce484222325n
  for (const file of files) {
    const text = typeof file === 'string' ? file : `${file.url} ${file.revision ?? ''}`
    for (let index = 0; index < text.length; index++) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
    }
  }
  return hash.toString(36)
}

/** Fetches every file of this build. If one fails, the install fails (rules/offline 3.3). */
export async function installShell(event: ExtendableEvent): Promise<void> {
  await controller.install(event)
  const cache = await caches.open(cacheName)
  await cache.put(stamp, new Response(String(Date.now())))
}

/** Keeps this build and the newest other one, because open tabs may still load its parts. */
export async function activateShell(event: ExtendableEvent): Promise<void> {
  await controller.activate(event)
  const others: { name: string; installedAt: number }[] = []
  for (const name of await caches.keys()) {
    if (!name.startsWith(cachePrefix) || name === cacheName) continue
    const stamped = await (await caches.open(name)).match(stamp)
    others.push({ name, installedAt: stamped === undefined ? 0 : Number(await stamped.text()) })
  }
  others.sort((a, b) => b.installedAt - a.installedAt)
  await Promise.all(others.slice(1).map(({ name }) => caches.delete(name)))
  await self.clients.claim()
}

/** All screens of the app get the same document. */
export function isScreen(url: URL): boolean {
  return url.pathname === '/' || /^\/(portal(\/.*)?|about|privacy|terms)$/.test(url.pathname)
}

export function isShellFile(url: URL): boolean {
  return url.pathname.startsWith('/assets/') || controller.getCacheKeyForURL(url.href) !== undefined
}

/** This build's document, as it was installed. */
export async function findDocument(): Promise<Response | undefined> {
  const key = controller.getCacheKeyForURL(new URL(document, self.location.origin).href)
  return key === undefined ? undefined : caches.match(key, { cacheName })
}

export async function answerScreen(request: Request): Promise<Response> {
  return (await findDocument()) ?? fetch(request)
}

/** The text of a file of this build. */
export async function findFile(path: string): Promise<string | undefined> {
  const key = controller.getCacheKeyForURL(new URL(path, self.location.origin).href)
  return key === undefined ? undefined : (await caches.match(key, { cacheName }))?.text()
}

/** The files that a first paint needs (vite.config names them), read while the document is on its way. */
const firstPattern = /^\/assets\/first(-|Paint-)[^/]+\.(css|js)$/
const firstFiles = new Map<string, Promise<{ body: ArrayBuffer; headers: Headers } | undefined>>()

export function readFirstFiles(): void {
  for (const url of controller.getURLsToCacheKeys().keys()) {
    const { pathname } = new URL(url)
    if (firstPattern.test(pathname) && !firstFiles.has(pathname)) firstFiles.set(pathname, readFile(url))
  }
}

async function readFile(url: string): Promise<{ body: ArrayBuffer; headers: Headers } | undefined> {
  const key = controller.getCacheKeyForURL(url)
  const cached = key === undefined ? undefined : await caches.match(key, { cacheName })
  return cached === undefined ? undefined : { body: await cached.arrayBuffer(), headers: cached.headers }
}

/** This build's file, else any build's: a file name contains the hash of its content. */
export async function answerShellFile(request: Request): Promise<Response> {
  const first = await firstFiles.get(new URL(request.url).pathname)
  if (first !== undefined) return new Response(first.body, { headers: first.headers })
  const key = controller.getCacheKeyForURL(request.url)
  const own = key === undefined ? undefined : await caches.match(key, { cacheName })
  if (own !== undefined) return own
  const path = new URL(request.url).pathname
  if (path.startsWith('/assets/')) {
    for (const name of await caches.keys()) {
      if (!name.startsWith(cachePrefix)) continue
      const older = await (await caches.open(name)).match(path, { ignoreSearch: true })
      if (older !== undefined) return older
    }
  }
  return fetch(request)
}
