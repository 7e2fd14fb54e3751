// Real proxies in front of two server processes: what the server hears of a visitor, and what a visitor gets, is as if
// there were no proxy, also while a process ends.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { endpointPath, tokenHeader } from '../../src/contract/caller.ts'
import { bodyLimits } from '../../src/contract/define.ts'
import { loginFailuresPerAddress } from '../../src/server/limits/often.ts'
import { parseConfig } from '../../src/server/process/config.ts'
import { storeFile } from '../../src/server/storage/files.ts'
import type { SeededClubs } from '../support/clubs/clubs.ts'
import type { Role } from '../support/clubs/people.ts'
import { describeOnPostgres, openSeededDatabase, type TestDatabase } from '../support/database/database.ts'
import { makeRows } from '../support/database/rows.ts'
import { makeTestFolder } from '../support/database/testFolder.ts'
import {
  askThrough,
  domain,
  proxyKinds,
  type StartedProxy,
  startProxy,
  type Through,
  type ThroughOptions,
} from '../support/hosting/proxies.ts'
import { findFreePort } from '../support/processes/freePort.ts'
import { type MainProcess, startMain } from '../support/processes/mainProcess.ts'

const toPort = (stub: Server | undefined) => (stub?.address() as AddressInfo | null)?.port ?? 0

describeOnPostgres('behind a real proxy @proof', () => {
  let database: TestDatabase
  let clubs: SeededClubs
  const servers: MainProcess[] = []
  const apps: { args: string[] }[] = []
  let env: Record<string, string> = {}
  beforeAll(async () => {
    const seeded = await openSeededDatabase('postgres', Date.now())
    database = seeded.database
    clubs = seeded.clubs
    env = {
      ...{ DATA_DIR: database.options.dataDir, DATABASE_URL: database.options.databaseUrl ?? '' },
      ...{
        ORIGIN: `https://${domain}`,
        HOST_DOMAIN: domain,
        TRUSTED_PROXY: '127.0.0.1',
        NODE_ENV: 'production',
      },
    }
    // as in an update: each has files of its own version
    for (const name of ['older', 'newer']) {
      const app = makeTestFolder()
      mkdirSync(join(app, 'assets'))
      writeFileSync(join(app, 'index.html'), '<p></p>')
      writeFileSync(join(app, 'assets', `start-${name}1.js`), `// ${name}`)
      apps.push({ args: ['--app', app] })
      servers.push(await startMain(env, undefined, apps.at(-1)))
    }
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    await database.dispose()
  })

  describe.each(proxyKinds)('of %s', (kind) => {
    let proxy: StartedProxy | undefined
    let reason: string | undefined
    beforeAll(async () => {
      const ports = servers.map(({ port }) => port) as [number, number]
      const started = await startProxy(kind, { folder: makeTestFolder(), servers: ports })
      if ('reason' in started) reason = started.reason
      else proxy = started
    })
    afterAll(() => proxy?.stop())
    beforeEach((test) => test.skip(reason !== undefined, reason))

    const harbor = `harbor.${domain}`
    const ask = (path: string, options: ThroughOptions = {}): Promise<Through> =>
      askThrough(proxy ?? { port: 0 }, path, { host: harbor, ...options })
    async function call(input: object, { headers, ...options }: ThroughOptions = {}) {
      const answer = await ask(endpointPath, {
        method: 'POST',
        body: JSON.stringify(input),
        ...options,
        headers: { 'content-type': 'application/json', ...headers },
      })
      return { ...answer, json: () => JSON.parse(answer.text) as Record<string, unknown> }
    }
    async function signIn(role: Role): Promise<string> {
      const { email: username, password } = clubs.a.people[role]
      const { headers, text } = await call({ action: 'member_login', username, password, ttl: 24 })
      const token = headers[tokenHeader.toLowerCase()]
      if (typeof token !== 'string') throw new Error(text)
      return token
    }
    // each proxy has visitors of its own, because limits are the database's
    const visitor = (at: number) => `127.0.${proxyKinds.indexOf(kind) + 1}.${at}`

    it('the host names the club, and nothing else that a visitor sends', async () => {
      const findClub = async (options: ThroughOptions) => {
        const { code, tenant } = (await call({ action: 'get_tenant' }, options)).json()
        return code ?? (tenant as { subdomain: string }).subdomain
      }
      expect(await findClub({})).toBe('harbor')
      expect(await findClub({ host: `mesa.${domain}` })).toBe('mesa')
      expect(await findClub({ host: `nobody.${domain}` })).toBe('unknown-tenant')
      for (const name of ['x-forwarded-host', 'forwarded', 'x-original-host', 'x-host']) {
        const forged = name === 'forwarded' ? `host=mesa.${domain}` : `mesa.${domain}`
        expect(await findClub({ headers: { [name]: forged } })).toBe('harbor')
      }
      expect(await findClub({ headers: { origin: `https://${harbor}` } })).toBe('harbor')
      expect(await findClub({ headers: { origin: 'https://evil.example' } })).toBe('cross-site')
    })

    it('limits count the address of the visitor, and no other one that they write', async () => {
      const guess = async (from: string, forged: string) => {
        const headers = { 'x-forwarded-for': forged, forwarded: `for=${forged}`, 'x-real-ip': forged }
        const login = {
          action: 'member_login',
          username: `${randomUUID()}@no.example`,
          password: 'x',
          ttl: 24,
        }
        return (await call(login, { from, headers })).status
      }
      const statuses: number[] = []
      for (let count = 0; count <= loginFailuresPerAddress.most; count += 1) {
        statuses.push(await guess(visitor(2), `198.51.100.${count}`))
      }
      expect(statuses.indexOf(429)).toBe(loginFailuresPerAddress.most)
      expect(await guess(visitor(3), visitor(2))).not.toBe(429)
      expect(await guess(visitor(2), visitor(3))).toBe(429)
    })

    it('pictures of the largest size come in, and what is larger is refused by us', async () => {
      const token = await signIn('member')
      // of noise, which no format makes smaller
      const [width, height] = [1230, 1230]
      const raw = { width, height, channels: 3 } as const
      const picture = await sharp(randomBytes(width * height * 3), { raw })
        .png()
        .toBuffer()
      const toRide = (data: string) => ({
        ...{ action: 'create_member_ride', make: 'Nash' },
        images: [{ imageData: `data:image/png;base64,${data}` }],
      })
      const data = picture.toString('base64')
      expect(data.length).toBeGreaterThan(bodyLimits.pictures * 0.95)
      const headers = { [tokenHeader]: token }
      const sent = await call(toRide(data), { headers })
      expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('"success":true')])
      const larger = await call(toRide(data + 'A'.repeat(2 ** 20)), { headers })
      expect([larger.status, larger.json().code]).toEqual([413, 'body-too-large'])
    })

    it('a file comes in parts, a picture once, and everything as it was compressed', async () => {
      const content = randomBytes(3_000_000)
      const config = parseConfig({ DATA_DIR: env.DATA_DIR, PORT: '0' }, [])
      const stored = await storeFile({ config, database, now: Date.now }, content)
      const name = `Rules of ${kind}`
      await makeRows(database).insertRow(clubs.a, 'media_file', {
        ...{ name, content_type: 'application/pdf', folder_id: null, shared: true, created_at: new Date() },
        ...stored,
      })
      const token = await signIn('member')
      const { media } = (
        await call({ action: 'get_media', shared: true }, { headers: { [tokenHeader]: token } })
      ).json()
      const address = (media as { name: string; url: string }[]).find((file) => file.name === name)?.url ?? ''
      const whole = await ask(address)
      expect(whole.bytes.equals(content)).toBe(true)
      const etag = String(whole.headers.etag)
      const part = await ask(address, { headers: { range: 'bytes=1000000-1999999', 'if-range': etag } })
      expect([part.status, part.headers['content-range']]).toEqual([206, 'bytes 1000000-1999999/3000000'])
      expect(part.bytes.equals(content.subarray(1_000_000, 2_000_000))).toBe(true)
      const other = await ask(address, { headers: { range: 'bytes=0-9', 'if-range': '"another"' } })
      expect([other.status, other.bytes.length]).toEqual([200, content.length])
      expect((await ask(address, { headers: { range: 'bytes=9000000-' } })).status).toBe(416)
      expect((await ask(address, { method: 'HEAD' })).headers['content-length']).toBe('3000000')

      const pack = `/dart/pack/${clubs.a.show.id}`
      for (const encoding of ['br', 'gzip', 'identity']) {
        const answer = await ask(pack, { headers: { 'accept-encoding': encoding } })
        expect(answer.headers['content-encoding'] ?? 'identity').toBe(encoding)
        expect(String(answer.headers.vary)).toMatch(/accept-encoding/i)
        expect(JSON.parse(answer.text)).toMatchObject({ event: { id: clubs.a.show.id } })
        const unchanged = { 'accept-encoding': encoding, 'if-none-match': String(answer.headers.etag) }
        expect(await ask(pack, { headers: unchanged })).toMatchObject({ status: 304, text: '' })
      }
    })

    it('a file of the app is found, whichever of two versions it is of', async () => {
      for (const name of ['older', 'newer', 'older', 'newer', 'newer']) {
        const { status, text } = await ask(`/assets/start-${name}1.js`)
        expect([name, status, text]).toEqual([name, 200, `// ${name}`])
      }
      expect((await ask('/assets/start-none1.js')).status).toBe(404)
    })

    it('https is known: cookies, links and what the browser is told are of it', async () => {
      const { email: username, password } = clubs.a.people.member
      const { headers } = await call({ action: 'member_login', username, password, ttl: 24 })
      expect(String(headers['set-cookie'])).toContain('; Secure')
      expect(headers['strict-transport-security']).toContain('max-age=')
      // a second one would be a fault
      expect(headers['x-content-type-options']).toBe('nosniff')
    })

    it('a process that ends is left out, and is asked again when it is back', async () => {
      const [first] = servers
      const read = async () => (await call({ action: 'get_tenant' })).status
      await first?.stop()
      // Caddy before 2.9 cannot send a body again, so until it knows, half of the calls have no answer of ours
      const statuses: number[] = []
      const readAll = async () => {
        const now = await Promise.all(Array.from({ length: 20 }, read))
        statuses.push(...now)
        return now.every((status) => status === 200)
      }
      if (kind === 'nginx') expect(await readAll()).toBe(true)
      else await expect.poll(readAll, { timeout: 10_000, interval: 100 }).toBe(true)
      expect(await readAll()).toBe(true)
      expect(statuses.filter((status) => status !== 200 && status !== 502)).toEqual([])
      const lines: string[] = []
      const back = await startMain({ ...env, PORT: String(first?.port) }, (line) => lines.push(line), apps[0])
      servers[0] = back
      await expect
        .poll(async () => (await read()) === 200 && lines.some((line) => line.includes('get_tenant')), {
          timeout: 30_000,
        })
        .toBe(true)
    })

    it('what is written while a process is killed is there once', { timeout: 120_000 }, async () => {
      const tokens = await Promise.all((['member', 'moderator', 'parent', 'child'] as const).map(signIn))
      const names = tokens.flatMap((token, person) =>
        Array.from({ length: 5 }, (_, at) => ({ token, make: `${kind} ${person} ${at}`, key: randomUUID() })),
      )
      const unheard: number[] = []
      async function write({ token, make, key }: (typeof names)[number]): Promise<void> {
        for (;;) {
          const headers = { [tokenHeader]: token }
          // as the app does: again with the same key, until somebody of ours has answered
          const answer = await call({ action: 'create_member_ride', make, images: [], key }, { headers })
          if (answer.status < 500) {
            expect(answer.json()).toMatchObject({ success: true })
            return
          }
          unheard.push(answer.status)
          await pause(20)
        }
      }
      const [, second] = servers
      const half = names.slice(0, 10).map(write)
      await Promise.race(half)
      const killed = second?.kill()
      await Promise.all([...half, ...names.slice(10).map(write)])
      await killed
      servers[1] = await startMain({ ...env, PORT: String(second?.port) }, undefined, apps[1])
      const rides = await database.inTenant(clubs.a.id, (tx) =>
        tx.selectFrom('ride').where('make', 'like', `${kind} %`).select('make').execute(),
      )
      expect(rides.map(({ make }) => make).sort()).toEqual(names.map(({ make }) => make).sort())
      console.info(
        `${kind}: ${unheard.length} of ${names.length} calls were sent again (${unheard.join(' ')})`,
      )
    })
  })

  describe.each(proxyKinds)('of %s, whose servers are cut off in the middle', (kind) => {
    const arrived: string[] = []
    const stubs: Server[] = []
    let isWell = true
    let proxy: StartedProxy | undefined
    let reason: string | undefined
    /** `cuts`: reads a call to its end and gives no answer. */
    function startStub(cuts: boolean, port = 0): Promise<Server> {
      const stub = createServer((request, response) => {
        if (request.url === '/readyz') {
          response.writeHead(cuts && !isWell ? 503 : 200).end()
          return
        }
        request.resume().on('end', () => {
          if (request.url !== '/healthz')
            arrived.push(`${request.method} ${request.url} ${cuts ? 'one' : 'two'}`)
          if (cuts && request.url !== '/healthz') request.socket.destroy()
          else response.end('two')
        })
      })
      stub.listen(port, '127.0.0.1')
      return once(stub, 'listening').then(() => stub)
    }
    beforeAll(async () => {
      stubs.push(await startStub(true), await startStub(false))
      const ports = stubs.map(toPort) as [number, number]
      const started = await startProxy(kind, { folder: makeTestFolder(), servers: ports })
      if ('reason' in started) reason = started.reason
      else proxy = started
    })
    afterAll(async () => {
      await proxy?.stop()
      for (const stub of stubs) stub.closeAllConnections()
      for (const stub of stubs) stub.close()
    })
    beforeEach((test) => test.skip(reason !== undefined, reason))

    const send = (method: 'GET' | 'POST', at: number) =>
      askThrough(proxy ?? { port: 0 }, `/${method}/${at}`, {
        method,
        ...(method === 'POST' ? { body: '{}' } : {}),
      })

    it('a call that was sent is not sent to the other one, and one that only reads is', async () => {
      for (let at = 0; at < 12; at += 1) {
        const answer = await send('POST', at)
        const places = arrived.filter((line) => line.startsWith(`POST /POST/${at} `))
        expect(places).toEqual([expect.stringMatching(answer.status === 200 ? /two$/ : /one$/)])
        expect([200, 502]).toContain(answer.status)
      }
      // at least one was cut off, or nothing was tried
      expect(arrived.filter((line) => line.endsWith('one'))).not.toEqual([])
      for (let at = 0; at < 12; at += 1) expect((await send('GET', at)).status).toBe(200)
    })

    it('a call that reaches nobody goes to the other one', async () => {
      const [first] = stubs
      first?.closeAllConnections()
      await new Promise((resolve) => first?.close(resolve))
      for (let at = 100; at < 110; at += 1) expect((await send('GET', at)).status).toBe(200)
      // until a Caddy of before 2.9 knows, it cannot send a body again
      const sendNext = async () => (await send('POST', 110)).status
      if (kind === 'Caddy') await expect.poll(sendNext, { timeout: 10_000, interval: 100 }).toBe(200)
      for (let count = 0; count < 10; count += 1) expect(await sendNext()).toBe(200)
    })

    if (kind === 'Caddy') {
      it('while nobody is ready, it says when to come back', async () => {
        const last = await startStub(false)
        const started = await startProxy(kind, {
          folder: makeTestFolder(),
          servers: [toPort(last), await findFreePort()],
        })
        if ('reason' in started) throw new Error(started.reason)
        last.closeAllConnections()
        await new Promise((resolve) => last.close(resolve))
        const answers = await Promise.all(
          ['/portal/', '/assets/start.js'].map((path) => askThrough(started, path)),
        )
        await started.stop()
        for (const { status, headers, text } of answers) {
          expect([502, 503]).toContain(status)
          expect(headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
          expect(text).toMatch(/try again.*Inténtelo/)
        }
      })

      it('who says that it is not well is not asked', async () => {
        const port = await findFreePort()
        const sick = await startStub(true, port)
        stubs.push(sick)
        isWell = false
        const started = await startProxy(kind, {
          folder: makeTestFolder(),
          servers: [port, toPort(stubs[1])],
        })
        if ('reason' in started) throw new Error(started.reason)
        await expect
          .poll(
            async () => {
              arrived.length = 0
              for (let at = 200; at < 210; at += 1) await askThrough(started, `/GET/${at}`)
              return arrived.filter((line) => line.endsWith('one'))
            },
            { interval: 500 },
          )
          .toEqual([])
        await started.stop()
      })
    }
  })
})
