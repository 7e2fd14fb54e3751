// The app's files that the device keeps: those of this build, and those of the build before.
import { type Announcement, channelName } from '../src/offline/messages.ts'
import { type AppFile, type FileDevice, saveFiles, toPath } from './appFiles.ts'

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] }

const files = self.__WB_MANIFEST
const filePaths: ReadonlySet<string> = new Set(files.map(toPath))
const cachePrefix = 'shell-'
const documentPath = '/index.html'
/** Of a browser's six connections, so that pages have some for the show's pictures. */
const besidePages = 3
const viewerPath = /^\/portal\/viewer\//
/** Says since when pages use a build. */
const stamp = '/shell-active-since'
/** Builds from before this stamp have the time of their install. */
const olderStamp = '/shell-installed-at'

/** After a rollback the older build has its old name again, and so its files. */
export const buildName = nameBuild(files)
const cacheName = cachePrefix + buildName

function nameBuild(all: readonly AppFile[]): string {
  let hash = 0xcbf29ce484222325n
  for (const { url, revision } of all) {
    const text = `${url} ${revision ?? ''}`
    for (let index = 0; index < text.length; index++) {
      hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * 0x100000001b3n)
    }
  }
  return hash.toString(36)
}

/** Static routing. The standard library does not have it, and not every browser does. */
interface RoutableEvent extends ExtendableEvent {
  addRoutes?(routes: { condition: { urlPattern: string }; source: 'cache' }): Promise<void>
}

/** Where a browser can, it answers for the app's files from the caches itself: the worker need not run for them. */
export function routeFiles(event: RoutableEvent): void {
  void event.addRoutes?.({ condition: { urlPattern: '/assets/*' }, source: 'cache' }).catch(() => undefined) // then the worker answers
}

/** Saves the files that this phone needs at the show. If one is missing, the install fails (rules/offline 3.3). */
export async function installShell(): Promise<void> {
  const isWhole = await needsWholeShow()
  const wanted = files.filter(({ tier }) => tier === 1 || (tier === 2 && isWhole))
  await saveFiles(wanted, openDevice(), (saved) => announce(saved, wanted.length, isWhole))
  // an activation may have deleted this cache meanwhile
  const saved = await listSaved()
  if (!wanted.every((file) => saved.has(toPath(file)))) throw new Error('the saved files are gone')
  await checkDocument()
}

/**
 * Whoever opens an event's link for the first time needs its viewer. Whoever judges or votes, comes through the
 * portal, or has an earlier build, needs all of the show's files.
 */
async function needsWholeShow(): Promise<boolean> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(cachePrefix) && name !== cacheName)
  if (builds.length > 0) return true
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return !pages.every(({ url }) => viewerPath.test(new URL(url).pathname))
}

/** While a new build is put in place, the document may be of another build than the worker. */
async function checkDocument(): Promise<void> {
  const document = (await (await findDocument())?.text()) ?? ''
  const named = [...document.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
  if (named.length > 0 && named.every((path) => filePaths.has(path))) return
  await (await caches.open(cacheName)).delete(documentPath)
  throw new Error('the document is of another build')
}

function announce(saved: number, wanted: number, isWhole: boolean): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ type: 'app-files', saved, wanted, isWhole } satisfies Announcement)
  channel.close()
}

let completing: Promise<void> | undefined
let announceAgain = (): void => {}

/** Saves the other files, after the worker has become active. Call it whenever there is a chance. */
export function completeShell(): Promise<void> {
  if (completing !== undefined) announceAgain()
  completing ??= saveTheRest()
    .catch(() => undefined) // the next chance goes on with what is missing
    .finally(() => {
      completing = undefined
    })
  return completing
}

async function saveTheRest(): Promise<void> {
  const show = files.filter(({ tier }) => tier < 3)
  const tell = (saved: number) => {
    announceAgain = () => announce(saved, show.length, true)
    announceAgain()
  }
  await saveFiles(show, openDevice(), tell, besidePages)
  await saveFiles(files, openDevice(), () => {}, besidePages)
}

function openDevice(): FileDevice {
  return {
    list: listSaved,
    findEarlier: findInAnyBuild,
    save: async (path, answer) => (await caches.open(cacheName)).put(path, answer),
    fetch: (path, init) => fetch(path, init),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  }
}

async function listSaved(): Promise<ReadonlySet<string>> {
  const requests = await (await caches.open(cacheName)).keys()
  return new Set(requests.map(({ url }) => new URL(url).pathname))
}

/** Keeps this build and the one that pages used before it, because open tabs may still load its parts. */
export async function activateShell(): Promise<void> {
  try {
    await deleteOlderBuilds()
  } catch {
    // no Cache Storage now: what is old is deleted by the next build
  }
  await self.clients.claim()
}

async function deleteOlderBuilds(): Promise<void> {
  const others: { name: string; usedSince: number }[] = []
  for (const name of await caches.keys()) {
    if (!name.startsWith(cachePrefix) || name === cacheName) continue
    const cache = await caches.open(name)
    const stamped = (await cache.match(stamp)) ?? (await cache.match(olderStamp))
    others.push({ name, usedSince: stamped === undefined ? 0 : Number(await stamped.text()) })
  }
  others.sort((a, b) => b.usedSince - a.usedSince)
  await Promise.all(others.slice(1).map(({ name }) => caches.delete(name)))
  await (await caches.open(cacheName)).put(stamp, new Response(String(Date.now())))
}

/** All screens of the app get the same document. */
export function isScreen(url: URL): boolean {
  return url.pathname === '/' || /^\/(portal(\/.*)?|about|privacy|terms)$/.test(url.pathname)
}

export function isShellFile({ pathname }: URL): boolean {
  return pathname.startsWith('/assets/') || filePaths.has(pathname)
}

/** This build's document, as it was installed. */
export function findDocument(): Promise<Response | undefined> {
  return findOwn(documentPath)
}

/** Undefined too if the browser gives no Cache Storage now: the network may still answer. */
async function findOwn(path: string): Promise<Response | undefined> {
  try {
    return await caches.match(path, { cacheName })
  } catch {
    return undefined
  }
}

export async function answerScreen(request: Request): Promise<Response> {
  return (await findDocument()) ?? fetch(request)
}

/** The text of a file of this build. */
export async function findFile(path: string): Promise<string | undefined> {
  return (await findOwn(path))?.text()
}

/** This build's file, else any build's: a file name contains the hash of its content. */
export async function answerShellFile(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname
  return (await findOwn(path)) ?? (await findInAnyBuild(path)) ?? fetch(request)
}

async function findInAnyBuild(path: string): Promise<Response | undefined> {
  if (!path.startsWith('/assets/')) return undefined
  try {
    for (const name of await caches.keys()) {
      if (!name.startsWith(cachePrefix) || name === cacheName) continue
      const found = await (await caches.open(name)).match(path, { ignoreSearch: true })
      if (found !== undefined) return found
    }
  } catch {
    // no Cache Storage now
  }
  return undefined
}
