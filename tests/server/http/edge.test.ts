import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { getCardProvider } from '../../../src/server/providers/stripe.ts'
import { setUpWorld } from '../../support/database/setUp.ts'
import { makeTestFolder } from '../../support/database/testFolder.ts'
import { type Received, startWorld } from '../../support/database/world.ts'

const script = `export const text = '${'chrome '.repeat(400)}'\n`
const policy =
  "default-src 'none'; script-src 'self'; frame-src 'self'; connect-src 'self'; img-src 'self' data: blob:; style-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"

const app = {
  'index.html':
    '<!doctype html><title>Showfield</title><script type="module" src="/assets/app-1a2b.js"></script></head><body><div id="app"></div></body>',
  'assets/app-1a2b.js': script,
  'sw.js': 'self.addEventListener("install", () => {})',
  'icons/icon-192.png': 'png',
  'robots.txt': 'User-agent: *\n',
  '.builds.json': '[]',
  '.vite/manifest.json': '{}',
}

describe('the HTTP edge', () => {
  const world = setUpWorld('embedded', {
    distDir: makeTestFolder(app),
    env: { DEFAULT_TENANT: 'harbor' },
  })

  describe('the endpoint', () => {
    it.each(['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('takes no %s', async (method) => {
      const received = await world.send('/dart/core', { method })
      expect({ status: received.status, allow: received.headers.allow, ...received.json() }).toMatchObject({
        status: 405,
        allow: 'POST',
        code: 'method-not-allowed',
      })
    })

    it('is there under its one name', async () => {
      for (const path of ['/dart/core/', '/dart', '/Dart/core', '/dart/core/x']) {
        const received = await world.send(path, { method: 'POST' })
        expect({ path, status: received.status, ...received.json() }).toMatchObject({
          path,
          status: 404,
          code: 'not-found',
        })
      }
    })

    it.each(['null', '[]', '"get_tenant"', '{', ''])('wants a JSON object, not %j', async (body) => {
      const received = await world.post(body)
      expect({ status: received.status, ...received.json() }).toMatchObject({ status: 400, code: 'bad-json' })
    })

    it('answers a body of fifty megabytes, declared or not, and goes on', async () => {
      const body = Buffer.alloc(50 * 1024 * 1024, 'a')
      const declared = await world.send('/dart/core', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      expect({ status: declared.status, ...declared.json() }).toMatchObject({
        status: 413,
        code: 'body-too-large',
        receipt: null,
      })
      const chunked = await world.send('/dart/core', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
        body,
      })
      expect(chunked.status).toBe(413)
      expect((await world.post({ action: 'get_tenant' })).status).toBe(200)
    })

    it('says its own time, and compresses what is worth it', async () => {
      const call = { action: 'get_upcoming_events', availability: '1' }
      const plain = await world.post(call)
      expect(Date.parse(plain.headers.date ?? '')).toBe(world.now())
      const brotli = await world.post(call, { 'accept-encoding': 'gzip, br' })
      expect(brotli.headers['content-encoding']).toBe('br')
      expect(brotliDecompressSync(brotli.bytes).toString()).toBe(plain.text)
      const gzip = await world.post(call, { 'accept-encoding': 'gzip' })
      expect(gunzipSync(gzip.bytes).toString()).toBe(plain.text)
    })

    it('survives a request that is cut off in the middle', async () => {
      await new Promise<void>((resolve) => {
        const socket = connect(world.port, '127.0.0.1', () => {
          socket.write(
            'POST /dart/core HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a',
          )
          socket.destroy()
          resolve()
        })
      })
      expect((await world.post({ action: 'get_tenant' })).status).toBe(200)
    })
  })

  describe('documents', () => {
    it.each([
      '/',
      '/portal/signin',
      '/portal/',
      '/portal/viewer/7/maps?subdomain=harbor',
      '/about',
      '/privacy',
      '/terms',
      '/index.html',
    ])('gives the shell for %s, under the one policy', async (path) => {
      const received = await world.send(path)
      expect(received.status).toBe(200)
      expect(received.text).toContain('<title>Showfield</title>')
      expect(received.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        'content-security-policy': policy,
        'content-security-policy-report-only': "require-trusted-types-for 'script'; report-uri /reports/csp",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(received.headers['permissions-policy']).toContain('camera=()')
      expect(received.headers).not.toHaveProperty('strict-transport-security')
      expect(received.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    })

    it("names the event at its viewer's home, of the club that was asked for and no other", async () => {
      const { a, b } = world.clubs
      const home = (id: number, slug: string) => world.send(`/portal/viewer/${id}?subdomain=${slug}`)
      const received = await home(a.show.id, 'harbor')
      expect(received.status).toBe(200)
      expect(received.text).toMatch(/<div id="app"><div data-painting="">.*<h1>[^<]+ Show<\/h1>/)
      expect(received.headers).toMatchObject({
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      })
      const shell = await world.send('/portal/signin')
      expect(received.headers.etag).not.toBe(shell.headers.etag)
      const again = await world.send(`/portal/viewer/${a.show.id}?subdomain=harbor`, {
        headers: { 'if-none-match': String(received.headers.etag) },
      })
      expect(again.status).toBe(304)
      const packed = await world.send(`/portal/viewer/${a.show.id}?subdomain=harbor`, {
        headers: { 'accept-encoding': 'br' },
      })
      expect(brotliDecompressSync(packed.bytes).toString()).toBe(received.text)
      // another club's number, a draft, and an unknown number: the shell, which finds out by itself
      for (const [id, slug] of [
        [b.show.id, 'harbor'],
        [a.show.id, 'mesa'],
        [a.draft.id, 'harbor'],
        [999_999, 'harbor'],
        [a.show.id, 'nobody'],
      ] as const) {
        expect((await home(id, slug)).text, `${id} of ${slug}`).toBe(shell.text)
      }
    })

    it('says that nothing is there in the form that was asked for', async () => {
      for (const path of [
        '/aboutus',
        '/portals',
        '/wp-login.php',
        '/assets/gone-9f.js',
        '/.builds.json',
        '/.vite/manifest.json',
      ]) {
        const json = await world.send(path, { headers: { accept: '*/*' } })
        expect({ path, status: json.status, ...json.json() }).toMatchObject({
          path,
          status: 404,
          code: 'not-found',
        })
        const page = await world.send(path, { headers: { accept: 'text/html,*/*' } })
        expect(page.status).toBe(404)
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
        expect(page.headers['content-security-policy']).toBe(policy)
      }
    })

    it('never gives the shell for what a script or a picture asked for', async () => {
      const received = await world.send('/assets/app-0000.js')
      expect([received.status, received.text.includes('<title>')]).toEqual([404, false])
    })

    it('notices a new build without a restart', async () => {
      const other = makeTestFolder(app)
      const second = await startWorld('embedded', { distDir: other })
      expect((await second.send('/portal')).text).toContain('app-1a2b')
      await writeFile(join(other, 'assets', 'app-3c4d.js'), script)
      await writeFile(
        join(other, 'index.html'),
        '<title>Showfield</title><script src="/assets/app-3c4d.js"></script>',
      )
      await expect.poll(async () => (await second.send('/portal')).text).toContain('app-3c4d')
      expect((await second.send('/assets/app-3c4d.js')).status).toBe(200)
      await second.dispose()
    })

    it('asks for patience while there is no app yet', async () => {
      const second = await startWorld('embedded')
      const received = await second.send('/portal')
      expect([received.status, received.headers['cache-control']]).toEqual([503, 'no-store'])
      await second.dispose()
    })
  })

  describe('files of the app', () => {
    it('gives hashed files for ever, compressed as the browser can', async () => {
      const plain = await world.send('/assets/app-1a2b.js')
      expect(plain.text).toBe(script)
      expect(plain.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
        vary: 'accept-encoding',
      })
      const brotli = await world.send('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br, gzip' } })
      expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script)
      const gzip = await world.send('/assets/app-1a2b.js', { headers: { 'accept-encoding': 'br;q=0, gzip' } })
      expect(gunzipSync(gzip.bytes).toString()).toBe(script)
      const again = await world.send('/assets/app-1a2b.js', {
        headers: { 'if-none-match': String(plain.headers.etag) },
      })
      expect([again.status, again.bytes.length]).toEqual([304, 0])
    })

    it('gives the worker uncached and for the whole site', async () => {
      expect((await world.send('/sw.js')).headers).toMatchObject({
        'cache-control': 'no-cache',
        'service-worker-allowed': '/',
        'content-type': 'text/javascript; charset=utf-8',
      })
    })

    it('answers HEAD as GET, without the body', async () => {
      for (const path of ['/portal', '/assets/app-1a2b.js', '/healthz']) {
        const received = await world.send(path, { method: 'HEAD' })
        expect([received.status, received.bytes.length]).toEqual([200, 0])
      }
    })
  })

  describe('event packs', () => {
    it('are the answer of the action, under their version', async () => {
      const { a } = world.clubs
      const posted = await world.post({ action: 'get_event_pack', eventId: a.show.id, tenantId: a.id })
      const received = await world.send(`/dart/pack/${a.show.id}?subdomain=harbor`)
      expect(received.status).toBe(200)
      expect(received.json()).toEqual({ ...posted.json(), generatedAt: received.json().generatedAt })
      expect(received.headers).toMatchObject({
        etag: `"${received.json().version}"`,
        vary: 'accept-encoding',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(received.bytes.length),
        'x-content-type-options': 'nosniff',
      })
      expect(received.headers['cache-control']).toContain('max-age=0')
    })

    it('come in every compression, the same inside', async () => {
      const path = `/dart/pack/${world.clubs.a.show.id}`
      const plain = await world.send(path)
      const ways: [string, string | undefined, (bytes: Buffer) => Buffer][] = [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['gzip;q=1.0, zstd', 'zstd', zstdDecompressSync],
        ['gzip', 'gzip', gunzipSync],
        ['br;q=0, identity', undefined, (bytes) => bytes],
      ]
      for (const [accepted, encoding, decompress] of ways) {
        const received = await world.send(path, { headers: { 'accept-encoding': accepted } })
        expect(received.headers['content-encoding']).toBe(encoding)
        expect(decompress(received.bytes).toString()).toBe(plain.text)
        expect(received.headers.etag).toBe(plain.headers.etag)
      }
    })

    it('are "unchanged" for who has them, whatever a proxy did to the tag', async () => {
      const path = `/dart/pack/${world.clubs.a.show.id}`
      const etag = String((await world.send(path)).headers.etag)
      for (const known of [etag, `W/${etag}`, `"old", ${etag}`, '*']) {
        const received = await world.send(path, { headers: { 'if-none-match': known } })
        expect([received.status, received.bytes.length]).toEqual([304, 0])
        expect(received.headers.etag).toBe(etag)
      }
      expect((await world.send(path, { headers: { 'if-none-match': '"old"' } })).status).toBe(200)
    })

    it('follow a change at once where the engine knows of every commit, else within a second or so', async () => {
      const { a } = world.clubs
      const path = `/dart/pack/${a.show.id}`
      const before = (await world.send(path)).json().version
      await world.reviseEvent(a, a.show.id, { name: 'Moved' })
      // a device that has a pack waits for the engine's answer, however long that takes
      const headers = { 'if-none-match': '"older"' }
      const read = async (): Promise<unknown> => (await world.send(path, { headers })).json().version
      if (world.engine.countPackChanges() === null) await expect.poll(read).not.toBe(before)
      else expect(await read()).not.toBe(before)
    })

    it('end with their club', async () => {
      const { b } = world.clubs
      const path = `/dart/pack/${b.show.id}?subdomain=mesa`
      const suspend = (suspended: boolean) => world.changeRows(null, 'tenant', { id: b.id }, { suspended })
      const read = async (): Promise<number> => (await world.send(path)).status
      expect(await read()).toBe(200)
      await suspend(true)
      world.pass(1000)
      if (world.engine.countPackChanges() === null) await expect.poll(read).toBe(404)
      else expect(await read()).toBe(404)
      await suspend(false)
      world.pass(1000)
    })

    it('are not found where there is no such event, or a draft', async () => {
      const { a } = world.clubs
      for (const path of [
        `/dart/pack/${a.draft.id}`,
        '/dart/pack/999999',
        '/dart/pack/0',
        '/dart/pack/x',
        '/dart/pack/9999999999',
        '/dart/pack/1?subdomain=nobody',
      ]) {
        const received = await world.send(path)
        expect({ path, status: received.status, ...received.json() }).toMatchObject({
          path,
          status: 404,
          code: 'not-found',
        })
      }
      expect((await world.send('/dart/pack/1?subdomain=a&subdomain=b')).status).toBe(403)
    })
  })

  describe('pictures', () => {
    it('are given for ever, in the next larger size that there is', async () => {
      const hash = 'ab'.repeat(20)
      for (const kind of ['public', 'member']) {
        for (const width of [160, 800]) {
          const path = join(world.config.dataDir, 'pictures', kind, 'ab', `${hash}-${width}.webp`)
          await mkdir(dirname(path), { recursive: true })
          await writeFile(path, `${kind} ${width}`)
        }
      }
      const read = (path: string): Promise<Received> => world.send(path)
      expect((await read(`/media/${hash}.webp?w=100`)).text).toBe('public 160')
      expect((await read(`/media/${hash}.webp?w=400`)).text).toBe('public 800')
      expect((await read(`/media/${hash}.webp?w=1600&subdomain=harbor`)).text).toBe('public 800')
      expect((await read(`/media/${hash}.webp?w=abc`)).text).toBe('public 800')
      const open = await read(`/media/${hash}.webp`)
      expect(open.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const member = await read(`/media/member/${hash}.webp?w=160`)
      // a browser keeps none of them beyond the sign-out
      expect([member.text, member.headers['cache-control']]).toEqual(['member 160', 'private, no-store'])
      const again = await world.send(`/media/${hash}.webp`, {
        headers: { 'if-none-match': String(open.headers.etag) },
      })
      expect(again.status).toBe(304)
    })

    it.each([
      '/media/x.webp',
      `/media/${'ab'.repeat(20)}.png`,
      `/media/${'cd'.repeat(20)}.webp`,
      '/media/',
      '/media/..%2Flock.db',
    ])('are not found at %s', async (path) => {
      expect((await world.send(path)).json()).toMatchObject({ success: false, code: 'not-found' })
    })
  })

  describe('the manifest', () => {
    it("is the club's", async () => {
      const received = await world.send('/manifest.webmanifest?subdomain=mesa')
      expect(received.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
      expect(received.json()).toMatchObject({
        id: '/portal?subdomain=mesa',
        name: 'Mesa Motor Club',
        short_name: 'Mesa Motor Club',
        start_url: '/portal?subdomain=mesa',
        scope: '/',
        display: 'standalone',
        theme_color: expect.stringMatching(/^#[0-9A-F]{6}$/),
        background_color: expect.stringMatching(/^#[0-9A-F]{6}$/),
        icons: [
          { sizes: '192x192', purpose: 'any' },
          { sizes: '512x512', purpose: 'any' },
          { sizes: '512x512', purpose: 'maskable' },
        ],
      })
    })

    it('opens at the event from which it was installed', async () => {
      const { b } = world.clubs
      const received = await world.send(`/manifest.webmanifest?subdomain=mesa&event=${b.show.id}`)
      expect(received.json()).toMatchObject({
        name: 'Mesa Motor Club Show · Mesa Motor Club',
        start_url: `/portal/viewer/${b.show.id}?subdomain=mesa`,
      })
      const judging = await world.send(
        `/manifest.webmanifest?subdomain=mesa&event=${b.show.id}&start=judging`,
      )
      expect(judging.json()).toMatchObject({
        id: `/portal/judging/${b.show.id}?subdomain=mesa`,
        start_url: `/portal/judging/${b.show.id}?subdomain=mesa`,
      })
      const draft = await world.send(`/manifest.webmanifest?subdomain=mesa&event=${b.draft.id}`)
      expect(draft.json()).toMatchObject({ start_url: '/portal?subdomain=mesa' })
      expect((await world.send('/manifest.webmanifest?subdomain=nobody')).status).toBe(404)
    })
  })

  describe('being alive', () => {
    it('is one thing, being ready another', async () => {
      expect((await world.send('/healthz')).status).toBe(200)
      const second = await startWorld('embedded')
      expect((await second.send('/readyz')).status).toBe(503)
      await second.engine.prepare(() => undefined)
      expect((await second.send('/readyz')).status).toBe(200)
      await second.dispose()
    })

    it('and what keeps it from its work is in the log, once', async () => {
      const full = await startWorld('embedded')
      await full.engine.prepare(() => undefined)
      const finding = vi.spyOn(full.engine, 'findTrouble').mockResolvedValue('disk_full')
      const ask = async (): Promise<number> => {
        expect((await full.send('/readyz')).status).toBe(503)
        return finding.mock.calls.length
      }
      await expect.poll(ask, { timeout: 15_000, interval: 200 }).toBeGreaterThan(1)
      expect(full.lines().filter((line) => line.includes('disk_full'))).toEqual([
        expect.stringContaining('the instance cannot do its work'),
      ])
      await full.dispose()
    })
  })

  describe('a proxy that nobody has named', () => {
    const said = async (env: Record<string, string>): Promise<number> => {
      const behind = await startWorld('embedded', { env })
      for (let each = 0; each < 2; each++)
        await behind.send('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } })
      const count = behind.lines().filter((line) => line.includes('TRUSTED_PROXY')).length
      await behind.dispose()
      return count
    }

    it('is in the log once, where the address is public', async () => {
      const ORIGIN = 'https://shows.example.org'
      expect(await said({ ORIGIN })).toBe(1)
      expect(await said({ ORIGIN, TRUSTED_PROXY: '192.0.2.1' })).toBe(1)
      expect(await said({ ORIGIN, TRUSTED_PROXY: '127.0.0.1' })).toBe(0)
      expect(await said({})).toBe(0)
    })
  })

  it('names the rule that a page broke, and nothing else of the report', async () => {
    await world.send('/reports/csp', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report' },
      body: JSON.stringify({
        'csp-report': {
          'document-uri': 'https://x/portal/voterballot/0d7d5f3e-1111-4222-8333-444455556666/3',
          'violated-directive': 'require-trusted-types-for',
        },
      }),
    })
    await expect.poll(() => world.lines().join('')).toContain('"directive":"require-trusted-types-for"')
    expect(world.lines().join('')).not.toContain('0d7d5f3e')
  })
})

describe('the HTTP edge with card keys and TLS', () => {
  it("lets the card provider's hosts in, speaks to it itself, and tells browsers to come by https only", async () => {
    const world = await startWorld('embedded', {
      distDir: makeTestFolder(app),
      env: {
        ORIGIN: 'https://portal.example.com',
        STRIPE_SECRET_KEY: 'sk_test_1',
        STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
        STRIPE_WEBHOOK_SECRET: 'whsec_1',
      },
    })
    const { headers } = await world.send('/portal')
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; connect-src 'self' https://api.stripe.com; img-src 'self' data: blob:; style-src 'self'; font-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    )
    expect(headers['strict-transport-security']).toBe('max-age=63072000')
    const { stripe } = await getCardProvider(world)
    expect((['protocol', 'host', 'port'] as const).map((field) => stripe.getApiField(field))).toEqual([
      'https',
      'api.stripe.com',
      '443',
    ])
    const club = await world.post({ action: 'get_tenant', subdomain: world.clubs.a.slug })
    expect(club.json()).toMatchObject({ stripe: { publishableKey: 'pk_test_1', mode: 'test' } })
    for (const path of ['/sandbox/stripe/v3.js', '/sandbox/stripe/card', '/v1/payment_intents']) {
      expect([path, (await world.send(path)).status]).toEqual([path, 404])
    }
    await world.dispose()
  })
})
