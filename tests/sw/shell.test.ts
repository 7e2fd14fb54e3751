import { beforeEach, describe, expect, test, vi } from 'vitest'

const origin = 'https://club.example'
const documentAddress = `${origin}/index.html`
const files = [
  { url: 'index.html', revision: 'r1' },
  { url: 'assets/app-1a2b.js', revision: null },
]

/** A cache that stores bodies by whole address. */
class MemoryCache {
  readonly bodies = new Map<string, Response>()

  async match(request: RequestInfo, options?: CacheQueryOptions): Promise<Response | undefined> {
    const wanted = toAddress(request)
    const exact = this.bodies.get(wanted)?.clone()
    if (exact !== undefined || options?.ignoreSearch !== true) return exact
    const like = [...this.bodies.keys()].find((address) => withoutSearch(address) === withoutSearch(wanted))
    return like === undefined ? undefined : this.bodies.get(like)?.clone()
  }

  async put(request: RequestInfo, answer: Response): Promise<void> {
    this.bodies.set(toAddress(request), answer)
  }

  async keys(): Promise<Request[]> {
    return [...this.bodies.keys()].map((address) => new Request(address))
  }

  async delete(request: RequestInfo): Promise<boolean> {
    return this.bodies.delete(toAddress(request))
  }
}

function toAddress(request: RequestInfo): string {
  return new URL(typeof request === 'string' ? request : request.url, origin).href
}

function withoutSearch(address: string): string {
  return address.split('?')[0] ?? ''
}

/** The worker's file with fresh caches, and with the network that the test gives. */
async function openShell(network: (address: string) => Response) {
  const all = new Map<string, MemoryCache>()
  const claim = vi.fn(async () => {})
  vi.resetModules()
  vi.stubGlobal('location', new URL(`${origin}/sw.js`))
  vi.stubGlobal('caches', {
    open: async (name: string) => {
      const cache = all.get(name) ?? new MemoryCache()
      all.set(name, cache)
      return cache
    },
    match: async (request: RequestInfo, { cacheName = '' }: MultiCacheQueryOptions = {}) =>
      all.get(cacheName)?.match(request),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
  })
  vi.stubGlobal('fetch', async (request: RequestInfo) => network(toAddress(request)))
  vi.stubGlobal('registration', { scope: `${origin}/` })
  vi.stubGlobal('clients', { claim })
  vi.stubGlobal('__WB_MANIFEST', files)
  vi.stubGlobal('ExtendableEvent', Event)
  vi.stubGlobal('FetchEvent', class extends Event {})
  vi.stubGlobal('self', globalThis)
  const shell = await import('../../sw/shell.ts')
  const during: Promise<unknown>[] = []
  const event = Object.assign(new Event('install'), {
    waitUntil: (work: Promise<unknown>) => during.push(work),
  }) as unknown as ExtendableEvent
  return { shell, all, claim, event }
}

const whole = (address: string): Response => {
  const answer = new Response(`content of ${new URL(address).pathname}`)
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
    const { shell, event } = await openShell((address) => (isOnline ? whole(address) : nothing()))
    await shell.installShell()
    isOnline = false
    const screen = await shell.answerScreen(new Request(`${origin}/portal/viewer/7`))
    expect(await screen.text()).toBe('content of /index.html')
    const script = await shell.answerShellFile(new Request(`${origin}/assets/app-1a2b.js`))
    expect(await script.text()).toBe('content of /assets/app-1a2b.js')
  })

  test('asks the network when the device has lost it', async () => {
    const { shell } = await openShell(whole)
    const screen = await shell.answerScreen(new Request(documentAddress))
    expect(await screen.text()).toBe('content of /index.html')
  })

  test('is not installed when one file cannot be had', async () => {
    const { shell, event } = await openShell((address) =>
      address.includes('/assets/') ? new Response('gone', { status: 404 }) : whole(address),
    )
    await expect(shell.installShell()).rejects.toThrow(/precaching request for .*app-1a2b/)
  })
})

describe('a new build', () => {
  async function openWithOlder() {
    const world = await openShell((address) => (address.includes('old') ? nothing() : whole(address)))
    for (const [name, installedAt] of [
      ['shell-oldest', 1],
      ['shell-before', 3],
      ['shell-older', 2],
    ] as const) {
      const cache = new MemoryCache()
      await cache.put('/shell-installed-at', new Response(String(installedAt)))
      await cache.put('/assets/old-5f.js', new Response(`of ${name}`))
      world.all.set(name, cache)
    }
    world.all.set('pictures-pinned', new MemoryCache())
    await world.shell.installShell(world.event)
    return world
  }

  test('keeps the build before it and lets go of those before that, and of nothing else', async () => {
    const { shell, all, event, claim } = await openWithOlder()
    await shell.activateShell()
    const names = [...all.keys()]
    expect(names).toHaveLength(3)
    expect(names).toEqual(expect.arrayContaining(['shell-before', 'pictures-pinned']))
    expect(claim).toHaveBeenCalledOnce()
  })

  test('lets a tab of the build before load its parts', async () => {
    const { shell, event } = await openWithOlder()
    await shell.activateShell()
    const part = await shell.answerShellFile(new Request(`${origin}/assets/old-5f.js`))
    expect(await part.text()).toBe('of shell-before')
  })
})
