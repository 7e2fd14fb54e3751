import { resolve } from 'node:path'
import Fastify from 'fastify'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { ConfigFault, parseConfig } from '../../src/server/process/config.ts'
import { createMailTransport } from '../../src/server/providers/mail.ts'

const testKeys = {
  ORIGIN: 'https://portal.example.com',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const liveKeys = {
  ...testKeys,
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
}
const mail = {
  ORIGIN: 'https://portal.example.com',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Club <a@b.example>',
}

function findFault(env: Record<string, string>, args: string[] = []): string {
  try {
    parseConfig(env, args)
  } catch (error) {
    if (error instanceof ConfigFault) return error.message
    throw error
  }
  throw new Error('there is no fault')
}

describe('the environment', () => {
  it('needs nothing: then the club is on port 3000 of this machine', () => {
    expect(parseConfig({}, [])).toEqual({
      host: '0.0.0.0',
      port: 3000,
      origin: 'http://localhost:3000',
      trustedProxies: [],
      hostDomain: null,
      defaultTenant: null,
      dataDir: resolve('./data'),
      databaseUrl: null,
      storage: null,
      cardKeys: null,
      mail: null,
      sms: null,
      sandboxToken: null,
      metricsToken: null,
      isDemoWanted: false,
      appDir: null,
    })
  })

  it('counts an empty variable as one that is not set', () => {
    expect(parseConfig({ ORIGIN: ' ', PORT: '', STRIPE_SECRET_KEY: '' }, [])).toEqual(parseConfig({}, []))
  })

  it('puts the port into the address, unless the address is given', () => {
    expect(parseConfig({ PORT: '8080' }, []).origin).toBe('http://localhost:8080')
    expect(parseConfig({ PORT: '8080', ORIGIN: 'https://Club.example/' }, []).origin).toBe(
      'https://club.example',
    )
  })

  it('takes lists of proxies with commas or spaces', () => {
    expect(parseConfig({ TRUSTED_PROXY: '10.0.0.5, ::1 10.1.0.0/16' }, []).trustedProxies).toEqual([
      '10.0.0.5',
      '::1',
      '10.1.0.0/16',
    ])
  })

  it('knows live from test keys', () => {
    expect(parseConfig(testKeys, []).cardKeys?.mode).toBe('test')
    expect(parseConfig({ ...liveKeys, ...mail }, []).cardKeys?.mode).toBe('live')
  })

  it('imports the demo club where it is told to', () => {
    expect(parseConfig({}, ['--demo']).isDemoWanted).toBe(true)
  })

  it('serves an app that was built elsewhere', () => {
    expect(parseConfig({}, ['--app', '/srv/app']).appDir).toBe('/srv/app')
    expect(parseConfig({}, ['--app', '/srv/app']).appDir).toBe('/srv/app')
  })

  it.each([
    [{ PORT: 'http' }, 'PORT must be a port between 0 and 65535.'],
    [{ PORT: '65536' }, 'PORT must be a port between 0 and 65535.'],
    ...['http://localhost', '127.0.0.1:3000', '999.1.1.1', '127.0.0', ':3000', 'a b'].map((HOST) => [
      { HOST },
      'HOST must be an address or a host name of this machine, like 0.0.0.0 or 127.0.0.1; the port is in PORT.',
    ]),
    [{ ORIGIN: 'portal.example.com' }, 'ORIGIN must be like https://portal.example.com, with no path.'],
    [
      { ORIGIN: 'https://example.com/portal' },
      'ORIGIN must be like https://portal.example.com, with no path.',
    ],
    [{ ORIGIN: 'ftp://example.com' }, 'ORIGIN must be like https://portal.example.com, with no path.'],
    [
      { TRUSTED_PROXY: 'proxy.example' },
      'TRUSTED_PROXY must list addresses or subnets, like 10.0.0.5, 10.1.0.0/16.',
    ],
    [
      { TRUSTED_PROXY: '10.0.0.0/33' },
      'TRUSTED_PROXY must list addresses or subnets, like 10.0.0.5, 10.1.0.0/16.',
    ],
    ...['0.0.0.0/0', '::/0', '10.0.0.0/008', 'fe80::1%eth0', '1.2.3.4/'].map((TRUSTED_PROXY) => [
      { TRUSTED_PROXY },
      'TRUSTED_PROXY must list addresses or subnets, like 10.0.0.5, 10.1.0.0/16.',
    ]),
    [
      { HOST_DOMAIN: 'shows.example', ORIGIN: 'https://portal.shows.example' },
      'HOST_DOMAIN is shows.example, but ORIGIN is https://portal.shows.example: the links of clubs would lead elsewhere. Set ORIGIN to https://shows.example.',
    ],
    ...['a/b', '12/34', 'a#b', 'a?b'].map((password) => [
      { DATABASE_URL: `postgres://club:${password}@db/club` },
      'DATABASE_URL has a / ? or # in its user or password: write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25.',
    ]),
    [
      { ...mail, SMTP_URL: 'smtp://me@club.example:a/b@mail.example' },
      'SMTP_URL has a / ? or # in its user or password: write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25.',
    ],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must have at least 16 characters.'],
    [{ HOST_DOMAIN: 'https://a.example' }, 'HOST_DOMAIN must be a bare domain, like portal.example.com.'],
    [
      { HOST_DOMAIN: 'a.example' },
      'ORIGIN is required when HOST_DOMAIN is set: it is the address in mails, codes and links.',
    ],
    [
      { DEFAULT_TENANT: 'Harbor Classics' },
      'DEFAULT_TENANT must be the short name of a club: small letters, digits and single hyphens.',
    ],
    [{ DATABASE_URL: 'mysql://a' }, 'DATABASE_URL must begin with postgres:// or postgresql://.'],
    [{ SANDBOX_TOKEN: 'short' }, 'SANDBOX_TOKEN must have at least 16 characters.'],
    [
      { ...testKeys, STRIPE_WEBHOOK_SECRET: '' },
      'The three card keys belong together; missing: STRIPE_WEBHOOK_SECRET.',
    ],
    [
      { ...testKeys, STRIPE_SECRET_KEY: '' },
      'The three card keys belong together; missing: STRIPE_SECRET_KEY.',
    ],
    [
      { ...testKeys, STRIPE_PUBLISHABLE_KEY: '' },
      'The three card keys belong together; missing: STRIPE_PUBLISHABLE_KEY.',
    ],
    [
      { STRIPE_SECRET_KEY: 'sk_test_1' },
      'The three card keys belong together; missing: STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET.',
    ],
    [
      { ...testKeys, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY mix a live and a test key.',
    ],
    [
      { ...testKeys, STRIPE_SECRET_KEY: 'sk_live_1' },
      'STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY mix a live and a test key.',
    ],
    [
      { ...testKeys, STRIPE_SECRET_KEY: 'pk_test_1' },
      'STRIPE_SECRET_KEY must begin with sk_live_ or sk_test_.',
    ],
    [
      { ...testKeys, ORIGIN: '' },
      'ORIGIN is required when STRIPE_SECRET_KEY is set: it is the address in mails, codes and links.',
    ],
    [liveKeys, 'Live card keys require SMTP_URL and MAIL_FROM, because receipts are mailed.'],
    [
      { ...liveKeys, ...mail, SANDBOX_TOKEN: '0123456789abcdef' },
      'SANDBOX_TOKEN cannot be set together with live card keys, because then there is no sandbox.',
    ],
    [{ ...mail, MAIL_FROM: '' }, 'SMTP_URL is set, but MAIL_FROM is missing.'],
    [{ ...mail, SMTP_URL: 'https://mail.example' }, 'SMTP_URL must begin with smtp:// or smtps://.'],
    [
      { ...mail, ORIGIN: '' },
      'ORIGIN is required when SMTP_URL is set: it is the address in mails, codes and links.',
    ],
    [{ SMS_TOKEN: 'x' }, 'SMS_TOKEN is set, but SMS_URL is missing.'],
    [
      { SMS_URL: 'https://sms.example', SMS_TOKEN: 'x' },
      'ORIGIN is required when SMS_URL is set: it is the address in mails, codes and links.',
    ],
  ] as [Record<string, string>, string][])('says what is wrong with %j', (env, sentence) => {
    expect(findFault(env)).toBe(sentence)
  })

  it('says all that is wrong at once, and compares nothing that is wrong in itself', () => {
    const env = { ...mail, PORT: 'http', ORIGIN: 'portal', MAIL_FROM: 'Club <club@>', SMS_TOKEN: 'x' }
    expect(findFault(env, ['--dmeo']).split('\n')).toEqual([
      '"--dmeo" is not an option of the server. Its options are --demo and --app FOLDER.',
      'PORT must be a port between 0 and 65535.',
      'ORIGIN must be like https://portal.example.com, with no path.',
      'MAIL_FROM must have a whole e-mail address, like club@example.org or Valley Motor Club <club@example.org>.',
      'SMS_TOKEN is set, but SMS_URL is missing.',
    ])
  })

  it('takes the strict TLS of the database for what the driver takes for it', () => {
    for (const [given, used] of [
      ['?sslmode=require', '?sslmode=verify-full'],
      ['?a=b&sslmode=prefer&c=d', '?a=b&sslmode=verify-full&c=d'],
      ['?sslmode=disable', '?sslmode=disable'],
      ['?sslmode=require&uselibpqcompat=true', '?sslmode=require&uselibpqcompat=true'],
    ] as const) {
      const { databaseUrl } = parseConfig({ DATABASE_URL: `postgres://a:b@db/club${given}` }, [])
      expect(databaseUrl).toBe(`postgres://a:b@db/club${used}`)
    }
  })

  it('refuses the demo where its people could come in, whose passwords everybody knows', () => {
    for (const ORIGIN of ['https://portal.example.com', 'http://192.168.1.5:3000']) {
      expect(findFault({ ORIGIN }, ['--demo'])).toBe(
        `--demo is refused where ORIGIN is public (${ORIGIN}): everybody knows the passwords of the demo's people.`,
      )
    }
    for (const ORIGIN of ['http://127.0.0.1:3000', 'http://[::1]:3000', 'http://localhost']) {
      expect(parseConfig({ ORIGIN }, ['--demo']).isDemoWanted).toBe(true)
    }
  })

  it.each(['p@ss', 'p@ss:word', 'p%40ss', 'p%zz', 'p:ss'])(
    'understands the password %s in an address',
    (password) => {
      const env = {
        ...mail,
        DATABASE_URL: `postgres://club:${password}@db.example:5433/show`,
        SMTP_URL: `smtp://me@club.example:${password}@mail.example:2525`,
      }
      const config = parseConfig(env, [])
      const asTyped = password.replace('%40', '@')
      expect(new Client({ connectionString: config.databaseUrl ?? '' })).toMatchObject({
        ...{ host: 'db.example', port: 5433, user: 'club', password: asTyped, database: 'show' },
      })
      expect(createMailTransport(config.mail?.url ?? '', 1000).options).toMatchObject({
        ...{ host: 'mail.example', port: 2525, auth: { user: 'me@club.example', pass: asTyped } },
      })
    },
  )

  it('takes only proxies that the server takes, too', () => {
    for (const TRUSTED_PROXY of [
      '10.0.0.5',
      '10.1.0.0/16',
      '::1',
      '2001:db8::/32',
      '::ffff:10.0.0.1',
      '127.0.0.1/8',
    ]) {
      const { trustedProxies } = parseConfig({ TRUSTED_PROXY }, [])
      expect(() => Fastify({ trustProxy: [...trustedProxies] })).not.toThrow()
    }
  })

  it('says which option it does not know', () => {
    expect(findFault({}, ['--dmeo'])).toBe(
      '"--dmeo" is not an option of the server. Its options are --demo and --app FOLDER.',
    )
  })

  it('never repeats a secret in its sentence', () => {
    expect(findFault({ ...testKeys, STRIPE_SECRET_KEY: 'sk-very-secret' })).not.toContain('very-secret')
  })
})
