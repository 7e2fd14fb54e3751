import { beforeEach, describe, expect, test, vi } from 'vitest'
import { channelName } from '../../src/offline/messages.ts'
import { MemoryCache, origin, toAddress } from './memoryCache.ts'

const documentAddress = `${origin}/index.html`
const documentText = '<script type="module" src="/assets/app-1a2b.js"></script>'
const files = [
  { url: 'index.html', revision: 'r1', bytes: documentText.length, tier: 1 },
  { url: 'assets/app-1a2b.js', revision: null, bytes: toText('/assets/app-1a2b.js').length, tier: 1 },
  { url: 'assets/judging-5e6f.js', revision: null, bytes: toText('/assets/judging-5e6f.js').length, tier: 2 },
  { url: 'assets/pay-3c4d.js', revision: null, bytes: toText('/assets/pay-3c4d.js').length, tier: 3 },
]

function toText(path: string): string {
  return path === '/index.html' ? documentText : `content of ${path}`
}

/** The worker's file with fresh caches, and with the network that the test gives. */
async function openShell(
  network: (address: string) => Response | Promise<Response>,
  refusesCaches = () => false,
  page = '/portal/viewer/7/maps?subdomain=a',
) {
  const all = new Map<string, MemoryCache>()
  const claim = vi.fn(async () => {})
  vi.resetModules()
  vi.stubGlobal('location', new URL(`${origin}/sw.js`))
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      if (refusesCaches()) throw new DOMException('', 'SecurityError')
      const cache = all.get(name) ?? new MemoryCache()
      all.set(name, cache)
      return cache
    },
    match: async (request: RequestInfo, { cacheName = '' }: MultiCacheQueryOptions = {}) => {
      if (refusesCaches()) throw new DOMException('', 'SecurityError')
      return all.get(cacheName)?.match(request)
    },
    keys: async () => {
      if (refusesCaches()) throw new DOMException('', 'SecurityError')
      return [...all.keys()]
    },
    delete: async (name: string) => all.delete(name),
  })
  vi.stubGlobal('fetch', async (request: RequestInfo) => network(toAddress(request)))
  vi.stubGlobal('registration', { scope: `${origin}/` })
  vi.stubGlobal('clients', { claim, matchAll: async () => [{ url: origin + page }] })
  vi.stubGlobal('__WB_MANIFEST', files)
  vi.stubGlobal('self', globalThis)
  const shell = await import('../../sw/shell.ts')
  const listPaths = async () =>
    [...(all.get(`shell-${shell.buildName}`)?.bodies.keys() ?? [])].map(
      (address) => new URL(address).pathname,
    )
  return { shell, all, claim, listPaths }
}

const whole = (address: string): Response => {
  const answer = new Response(toText(new URL(address).pathname))
  Object.defineProperty(answer, 'url', { value: address })
  return answer
}

function nothing(): Response {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => vi.unstubAllGlobals())

describe('the shell', () => {
  test('is the answer to every address that the app draws, and to no other', async () => {
    const { shell } = await openShell(whole)
    for (const path of [
      '/',
      '/portal',
      '/portal/viewer/7/maps?subdomain=a',
      '/about',
      '/privacy',
      '/terms',
    ]) {
      expect({ path, isScreen: shell.isScreen(new URL(path, origin)) }).toEqual({ path, isScreen: true })
    }
    for (const path of ['/portals', '/dart/pack/7', '/media/a.webp', '/sandbox', '/healthz', '/about/us']) {
      expect({ path, isScreen: shell.isScreen(new URL(path, origin)) }).toEqual({ path, isScreen: false })
    }
  })

  test("holds this build's files and everything under /assets/, and no pictures or packs", async () => {
    const { shell } = await openShell(whole)
    for (const path of ['/index.html', '/assets/app-1a2b.js', '/assets/older-9z.js']) {
      expect(shell.isShellFile(new URL(path, origin))).toBe(true)
    }
    for (const path of ['/media/a.webp', '/dart/pack/7', '/robots.txt']) {
      expect(shell.isShellFile(new URL(path, origin))).toBe(false)
    }
  })

  test('is answered from the device once it is installed, with no network', async () => {
    let isOnline = true
    const { shell } = await openShell((address) => (isOnline ? whole(address) : nothing()))
    await shell.installShell()
    isOnline = false
    const screen = await shell.answerScreen(new Request(`${origin}/portal/viewer/7`))
    expect(await screen.text()).toBe(documentText)
    const script = await shell.answerShellFile(new Request(`${origin}/assets/app-1a2b.js`))
    expect(await script.text()).toBe('content of /assets/app-1a2b.js')
  })

  test('asks the network when the device has lost it', async () => {
    const { shell } = await openShell(whole)
    const screen = await shell.answerScreen(new Request(documentAddress))
    expect(await screen.text()).toBe(documentText)
  })

  test('is not installed when one file of the first tier cannot be had, and goes on from there', async () => {
    vi.useFakeTimers()
    const asked: string[] = []
    let isBroken = true
    const { shell } = await openShell((address) => {
      asked.push(new URL(address).pathname)
      return isBroken && address.includes('/assets/') ? new Response('gone', { status: 503 }) : whole(address)
    })
    const failing = expect(shell.installShell()).rejects.toThrow('1 files of the app did not come')
    await vi.runAllTimersAsync()
    await failing
    expect(asked.sort()).toEqual([
      '/assets/app-1a2b.js',
      '/assets/app-1a2b.js',
      '/assets/app-1a2b.js',
      '/index.html',
    ])
    asked.length = 0
    isBroken = false
    await shell.installShell()
    expect(asked).toEqual(['/assets/app-1a2b.js'])
    vi.useRealTimers()
  })

  test('is not installed with the document of another build', async () => {
    const other = documentText.replace('1a2b', '9z9z')
    let isOther = true
    const { shell } = await openShell((address) =>
      isOther && address === documentAddress ? new Response(other) : whole(address),
    )
    await expect(shell.installShell()).rejects.toThrow('the document is of another build')
    isOther = false
    await shell.installShell()
    expect(await (await shell.findDocument())?.text()).toBe(documentText)
  })

  test('saves the other tiers later, and whenever there is a chance until they are there', async () => {
    vi.useFakeTimers()
    let isBroken = true
    const { shell, listPaths } = await openShell((address) => {
      if (isBroken && address.includes('/pay-')) throw new TypeError('Failed to fetch')
      return whole(address)
    })
    await shell.installShell()
    expect(await listPaths()).toEqual(['/index.html', '/assets/app-1a2b.js'])
    const first = shell.completeShell()
    await vi.runAllTimersAsync()
    await first
    expect(await listPaths()).toEqual(['/index.html', '/assets/app-1a2b.js', '/assets/judging-5e6f.js'])
    isBroken = false
    await shell.completeShell()
    expect(await listPaths()).toContain('/assets/pay-3c4d.js')
    vi.useRealTimers()
  })

  test.each(['/portal/judging/7', '/portal/voterballot/x/7', '/portal'])(
    'needs all that a show needs before it is installed where %s is open',
    async (path) => {
      const { shell, listPaths } = await openShell(whole, undefined, path)
      await shell.installShell()
      expect(await listPaths()).toEqual(['/index.html', '/assets/app-1a2b.js', '/assets/judging-5e6f.js'])
    },
  )

  test('tells pages when the viewer is saved, and when the whole show is, each time that it is asked', async () => {
    const told: unknown[] = []
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', ({ data }) => void told.push(data))
    const { shell } = await openShell(whole)
    await shell.installShell()
    const last = (isWhole: boolean, count: number) => ({
      type: 'app-files',
      saved: count,
      wanted: count,
      isWhole,
    })
    await expect.poll(() => told.at(-1)).toEqual(last(false, 2))
    await shell.completeShell()
    await expect.poll(() => told.at(-1)).toEqual(last(true, 3))
    told.length = 0
    await shell.completeShell()
    await expect.poll(() => told).toEqual([last(true, 3)])
    channel.close()
  })

  test('tells a page that asks while the last files are on their way how far it is', async () => {
    const told: unknown[] = []
    const channel = new BroadcastChannel(channelName)
    channel.addEventListener('message', ({ data }) => void told.push(data))
    const rest = Promise.withResolvers<void>()
    const { shell } = await openShell(async (address) => {
      if (address.includes('/pay-')) await rest.promise
      return whole(address)
    })
    await shell.installShell()
    const completed = shell.completeShell()
    const whole3 = { type: 'app-files', saved: 3, wanted: 3, isWhole: true }
    await expect.poll(() => told.at(-1)).toEqual(whole3)
    told.length = 0
    void shell.completeShell()
    await expect.poll(() => told).toEqual([whole3])
    rest.resolve()
    await completed
    channel.close()
  })

  test('is answered without the worker where a browser can do so', async () => {
    const { shell } = await openShell(whole)
    const addRoutes = vi.fn(async () => {})
    shell.routeFiles(Object.assign(new Event('install') as ExtendableEvent, { addRoutes }))
    expect(addRoutes).toHaveBeenCalledWith({ condition: { urlPattern: '/assets/*' }, source: 'cache' })
    shell.routeFiles(new Event('install') as ExtendableEvent)
    addRoutes.mockRejectedValue(new TypeError('no such source'))
    shell.routeFiles(Object.assign(new Event('install') as ExtendableEvent, { addRoutes }))
  })

  test('is answered from the network while the browser refuses Cache Storage, and from the device again then', async () => {
    let isRefused = false
    const { shell } = await openShell(whole, () => isRefused)
    await shell.installShell()
    isRefused = true
    const screen = await shell.answerScreen(new Request(`${origin}/portal`))
    expect(await screen.text()).toBe('content of /portal')
    const script = await shell.answerShellFile(new Request(`${origin}/assets/app-1a2b.js`))
    expect(await script.text()).toBe('content of /assets/app-1a2b.js')
    await expect(shell.activateShell()).resolves.toBeUndefined()
    isRefused = false
    expect(await shell.findDocument()).toBeDefined()
  })
})

describe('a new build', () => {
  async function openWithOlder() {
    const world = await openShell((address) => (address.includes('old') ? nothing() : whole(address)))
    for (const [name, usedSince] of [
      ['shell-oldest', 1],
      ['shell-before', 3],
      ['shell-older', 2],
      // installed last, but no page ever used it
      ['shell-skipped', undefined],
    ] as const) {
      const cache = new MemoryCache()
      if (usedSince !== undefined) await cache.put('/shell-active-since', new Response(String(usedSince)))
      await cache.put('/assets/old-5f.js', new Response(`of ${name}`))
      world.all.set(name, cache)
    }
    world.all.set('pictures-pinned', new MemoryCache())
    await world.shell.installShell()
    return world
  }

  test('is not installed without what the phone had for the whole show', async () => {
    const { listPaths } = await openWithOlder()
    expect(await listPaths()).toContain('/assets/judging-5e6f.js')
  })

  test('keeps the build that pages used before it and lets go of all others, and of nothing else', async () => {
    const { shell, all, claim } = await openWithOlder()
    await shell.activateShell()
    const names = [...all.keys()]
    expect(names).toHaveLength(3)
    expect(names).toEqual(expect.arrayContaining(['shell-before', 'pictures-pinned']))
    expect(claim).toHaveBeenCalledOnce()
  })

  test('lets a tab of the build before load its parts', async () => {
    const { shell } = await openWithOlder()
    await shell.activateShell()
    const part = await shell.answerShellFile(new Request(`${origin}/assets/old-5f.js`))
    expect(await part.text()).toBe('of shell-before')
  })
})
