// What single checks make of what they are told.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createPlainServer, type Socket } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { hourMs } from '../../../src/domain/time.ts'
import { judgeClocks } from '../../../src/server/checks/clocks.ts'
import { checkAddress, checkPort, judgeCertificate } from '../../../src/server/checks/outside.ts'
import { checkCards } from '../../../src/server/checks/services.ts'
import { checkSettings, listUnknownNames } from '../../../src/server/checks/settings.ts'
import { toDatabaseSentence } from '../../../src/server/checks/startFaults.ts'
import { parseConfig } from '../../../src/server/process/config.ts'
import { findFreePort } from '../../support/processes/freePort.ts'

describe('a certificate', () => {
  const judge = (lifeHours: number, leftHours: number) => {
    const now = Date.parse('2027-03-01T12:00:00Z')
    const to = now + leftHours * hourMs
    return judgeCertificate('a.example', { from: to - lifeHours * hourMs, to }, now)
  }

  it('is judged by its own length, too', () => {
    expect(judge(90 * 24, 15 * 24)).toMatchObject({ level: 'good' })
    expect(judge(90 * 24, 13 * 24).text).toBe(
      'The certificate of a.example ends on 2027-03-14, in 13 days. Look why it is not renewed.',
    )
    expect(judge(12, 11)).toMatchObject({ level: 'good' })
    expect(judge(12, 3)).toMatchObject({ level: 'good' })
    expect(judge(12, 2)).toEqual({
      level: 'warning',
      text: 'The certificate of a.example ends on 2027-03-01 14:00 (UTC), in 2 hours. Look why it is not renewed.',
    })
    expect(judge(90 * 24, -1)).toMatchObject({ level: 'fault' })
  })
})

describe('the address', () => {
  let answer: (request: IncomingMessage) => [number, Record<string, string>, string]
  const server = createServer((request, response) => {
    const [status, headers, text] = answer(request)
    response.writeHead(status, headers).end(text)
  }).listen(0, '127.0.0.1')
  afterAll(() => void server.close())
  const look = async (more: Record<string, string> = {}, club?: string) => {
    if (!server.listening) await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const config = parseConfig({ ORIGIN: `http://localhost:${port}`, ...more }, [])
    const found = await checkAddress({ config, club, now: Date.now(), onClock: () => undefined })
    return found.map(({ level, text }) => `${level}: ${text.replaceAll(`:${port}`, '')}`)
  }

  it('of a server that is stopped is a warning, of another address a fault with that address', async () => {
    answer = () => [502, {}, '']
    expect(await look()).toEqual([
      expect.stringMatching(
        /^warning: The server is not running: a proxy answers at http:\/\/localhost \(status 502\)/,
      ),
    ])
    answer = () => [308, { location: 'https://shows.example.org/readyz' }, '']
    expect(await look()).toEqual([
      'fault: http://localhost redirects to https://shows.example.org. Set ORIGIN to the address where people arrive.',
    ])
    answer = () => [404, {}, 'none']
    expect(await look()).toEqual([
      expect.stringMatching(/^fault: .* leads to something else .* \(status 404\)/),
    ])
  })

  it("is each club's own, too, where clubs have hosts", async () => {
    answer = () => [200, { 'content-type': 'application/json' }, '{"ready":true}']
    expect(await look({ HOST_DOMAIN: 'localhost' }, 'marlow')).toEqual([
      'good: http://localhost leads to a server that is ready.',
      // a machine may know the name or not
      expect.stringMatching(
        /^good: http:\/\/marlow\.localhost leads to|^warning: The name in http:\/\/marlow\.localhost is not known/,
      ),
    ])
  })
})

describe('the port', () => {
  const look = async (answer: (socket: Socket) => void): Promise<string[]> => {
    const server = createPlainServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const found = await checkPort({ config: parseConfig({ PORT: String(port) }, []) })
    server.close()
    return found.map(({ level, text }) => `${level}: ${text.replace(String(port), 'N')}`)
  }
  const say = (text: string) => (socket: Socket) => void socket.on('error', () => undefined).end(text)

  it('is a fault when another program has it, whatever that speaks', async () => {
    const taken = [expect.stringMatching(/^fault: Port N is in use by another program/)]
    expect(await look(say('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'))).toEqual(taken)
    expect(await look(say('SSH-2.0-OpenSSH_9.2\r\n'))).toEqual(taken)
    const ours = '{"ok":true}'
    expect(await look(say(`HTTP/1.1 200 OK\r\nContent-Length: ${ours.length}\r\n\r\n${ours}`))).toEqual([])
    expect(await checkPort({ config: parseConfig({ PORT: String(await findFreePort()) }, []) })).toEqual([])
  })
})

describe('what a database refuses', () => {
  it.each([
    [
      { code: '28P01', severity: 'FATAL', message: 'password authentication failed for user "club"' },
      '% as %25',
    ],
    [{ code: '28000', severity: 'FATAL', message: 'no pg_hba.conf entry' }, 'pg_hba.conf'],
    [
      { code: '28000', severity: 'FATAL', message: 'no PostgreSQL user name specified in startup packet' },
      'names no user',
    ],
    [
      { code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: 'self-signed certificate; try --use-system-ca' },
      'self-signed certificate. Name the certificate of its authority in NODE_EXTRA_CA_CERTS',
    ],
    [
      { code: 'ENOTFOUND', syscall: 'getaddrinfo', message: 'getaddrinfo ENOTFOUND db' },
      'the host and the port',
    ],
    [
      { code: '42501', severity: 'ERROR', message: 'permission denied' },
      'The log of the database says more.',
    ],
  ])('%j is said with what to do', (error, words) => {
    expect(toDatabaseSentence(error)).toContain(words)
  })
})

describe('the names of settings', () => {
  it.each([
    ['DATABASEURL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATBASE_URL', 'DATABASE_URL'],
    ['ORGIN', 'ORIGIN'],
    ['Origin', 'ORIGIN'],
    ['HOSTDOMAIN', 'HOST_DOMAIN'],
    ['PROT', 'PORT'],
    ['HSOT', 'HOST'],
    ['DEFAULT_TENNANT', 'DEFAULT_TENANT'],
    ['TRUSTED_PROXIES', 'TRUSTED_PROXY'],
    ['STRIPE_SECRET', 'STRIPE_SECRET_KEY'],
    ['SMTP_PASSWORD', undefined],
    ['STRIPE_PUBLISHABEL_KEY', 'STRIPE_PUBLISHABLE_KEY'],
    ['METRIC_TOKEN', 'METRICS_TOKEN'],
  ])('%s is none, and %s may be meant', (name, near) => {
    expect(listUnknownNames({ [name]: 'x' })).toEqual([{ name, near }])
  })

  it('of other programs are no mistakes, nor are empty ones', () => {
    const others = [
      'HOME',
      'HOSTNAME',
      'HOSTTYPE',
      'PORTS',
      'PATH',
      'MAIL',
      'DATA',
      'NODE_ENV',
      'PGDATA',
      'SHELL',
    ]
    expect(listUnknownNames(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
    expect(listUnknownNames({ ORGIN: '', ORIGIN: 'x', PORT: '1' })).toEqual([])
  })

  it.each([
    ['http://shows.example.org', 'warning'],
    ['http://192.168.1.5:3000', 'warning'],
    ['http://localhost:3000', 'good'],
    ['http://127.0.0.1:3000', 'good'],
    ['http://[::1]:3000', 'good'],
    ['https://shows.example.org', 'good'],
  ])('ORIGIN %s is a %s', (ORIGIN, level) => {
    expect(checkSettings({ config: parseConfig({ ORIGIN }, []), env: { ORIGIN } })).toMatchObject([{ level }])
  })

  it.each([
    ['postgres://sf:pw@db1:5432/show', 'good'],
    ['postgres://sf:pw@db1:5432,db2:5432/show', 'good'],
    ['postgres://sf:pw@db1,db2/show', 'good'],
    ['postgres://sf:pw@db1:5432', 'warning'],
    ['postgres://sf:pw@db1:5432,db2:5432/', 'warning'],
  ])('DATABASE_URL %s is a %s', (DATABASE_URL, level) => {
    const env = { DATABASE_URL }
    expect(checkSettings({ config: parseConfig(env, []), env })).toMatchObject([{ level }])
  })
})

describe('the clock', () => {
  it('is wrong when others say another time', () => {
    const at = (of: string, gapMs: number) => ({ of, theirMs: 1_000_000, ourMs: 1_000_000 + gapMs })
    expect(judgeClocks([])).toEqual([])
    expect(judgeClocks([at('the proxy', 900), at("the database's", -2000)])).toMatchObject([
      { level: 'good' },
    ])
    const [found] = judgeClocks([at('the proxy', 95_000), at("the database's", -61_000)])
    expect(found?.level).toBe('fault')
    expect(found?.text).toContain("clock is 95 seconds after the proxy and 61 seconds before the database's")
  })
})

describe('the card provider', async () => {
  let answer: (request: IncomingMessage) => { status: number; body: object } = () => ({
    status: 500,
    body: {},
  })
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url?.split('?')[0]} ${request.headers.authorization}`)
    const { status, body } = answer(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  afterAll(() => void server.close())

  const keys = (mode: string) => ({
    ORIGIN: 'https://shows.example.org',
    SMTP_URL: 'smtp://mail',
    MAIL_FROM: 'a@b.example',
    STRIPE_SECRET_KEY: `sk_${mode}_right`,
    STRIPE_PUBLISHABLE_KEY: `pk_${mode}_right`,
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
  })
  const check = async (env: Record<string, string>, at = port) => {
    asked.length = 0
    const clocks: number[] = []
    const parts = { config: parseConfig(env, []), onClock: (theirMs: number) => void clocks.push(theirMs) }
    const found = await checkCards(parts, { host: '127.0.0.1', port: at, protocol: 'http' })
    for (const { text } of found) expect(text).not.toMatch(/right|wrong|whsec/)
    return { found, clocks }
  }
  const refusal = (type: string, status: number) => ({ status, body: { error: { type, message: 'no' } } })
  const webhook = { url: 'https://shows.example.org/webhooks/stripe', status: 'enabled' }
  const provider =
    (hooks: object[], livemode = true) =>
    ({ url = '', headers }: IncomingMessage) => {
      if (headers.authorization?.includes('wrong')) return refusal('invalid_request_error', 401)
      if (url.startsWith('/v1/balance')) return { status: 200, body: { object: 'balance', livemode } }
      if (url.startsWith('/v1/webhook')) return { status: 200, body: { object: 'list', data: hooks } }
      return refusal('invalid_request_error', 404)
    }

  it('is asked with both keys and about its events, and charges nothing', async () => {
    answer = provider([webhook])
    const { found, clocks } = await check(keys('live'))
    expect(found).toEqual([{ level: 'good', text: 'The card provider takes our live keys.' }])
    expect(asked).toEqual([
      'GET /v1/balance Bearer sk_live_right',
      'GET /v1/payment_intents/pi_doctor Bearer pk_live_right',
      'GET /v1/webhook_endpoints Bearer sk_live_right',
    ])
    expect(clocks).toHaveLength(1)
  })

  it('says which key it does not take, that it is away, or that it tells us nothing', async () => {
    answer = provider([webhook])
    const texts = async (env: Record<string, string>, at?: number) => (await check(env, at)).found
    expect(await texts({ ...keys('live'), STRIPE_SECRET_KEY: 'sk_live_wrong' })).toMatchObject([
      { level: 'fault', text: expect.stringContaining('does not take STRIPE_SECRET_KEY') },
    ])
    expect(await texts({ ...keys('live'), STRIPE_PUBLISHABLE_KEY: 'pk_live_wrong' })).toMatchObject([
      { level: 'fault', text: expect.stringContaining('does not take STRIPE_PUBLISHABLE_KEY') },
    ])
    expect(await texts(keys('live'), 1)).toMatchObject([
      { level: 'fault', text: expect.stringContaining('cannot be reached') },
    ])
    answer = provider([{ ...webhook, status: 'disabled' }])
    expect(await texts(keys('live'))).toMatchObject([
      { level: 'warning', text: expect.stringContaining('https://shows.example.org/webhooks/stripe') },
    ])
    answer = provider([webhook], false)
    expect(await texts(keys('test'))).toMatchObject([
      { level: 'warning', text: expect.stringContaining('for tests: nobody can really pay') },
    ])
    expect(await texts(keys('live'))).toMatchObject([
      { level: 'fault', text: expect.stringContaining('is a test key for the provider') },
    ])
  })
})
