// Reads the environment once. Each thing that is wrong in it gives one clear sentence.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { isSlug } from '../../domain/club.ts'
import { listDatabaseUrls } from '../db/drivers/databaseUrls.ts'
import { leastSandboxTokenLength } from '../limits/sizes.ts'
import { parseStorageUrl } from '../objects/openStorage.ts'
import type { S3Place } from '../objects/s3Store.ts'
import { isPublic } from './loopback.ts'
import { findSender, isAddress } from './mailAddress.ts'

export interface CardKeys {
  readonly secretKey: string
  readonly publishableKey: string
  readonly webhookSecret: string
  readonly mode: 'live' | 'test'
}

export interface Config {
  readonly host: string
  /** With 0 the system chooses a free port. */
  readonly port: number
  /** Scheme, host and port, without a slash at the end. Links use it, never the Host header. */
  readonly origin: string
  /** Addresses and subnets whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[]
  readonly hostDomain: string | null
  /** The club for requests that name none. Null: the demo club if it was imported, otherwise `app`. */
  readonly defaultTenant: string | null
  /** An absolute path. */
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Null: pictures and files lie in `dataDir`. */
  readonly storage: S3Place | null
  /** Null means the sandbox. */
  readonly cardKeys: CardKeys | null
  readonly mail: { readonly url: string; readonly from: string } | null
  readonly sms: { readonly url: string; readonly token: string } | null
  readonly sandboxToken: string | null
  /** Who sends it may read /metrics. Without it, /metrics is open as /sandbox is. */
  readonly metricsToken: string | null
  /** `npm start -- --demo`: import the demo club if the database is empty. */
  readonly isDemoWanted: boolean
  /** `npm start -- --app FOLDER`: serve the app that was built there, and never build it. */
  readonly appDir: string | null
}

/** What is wrong in the environment, a sentence for each. The message has a line for each. */
export class ConfigFault extends Error {
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'ConfigFault'
    this.faults = faults
  }
}

const defaultPort = 3000
const domainPattern =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

const openPassword =
  'has a / ? or # in its user or password: write / as %2F, ? as %3F, # as %23, @ as %40 and % as %25'

const environment = z
  .object({
    HOST: z
      .string()
      .refine(
        (text) => isIP(text) !== 0 || isHostName(text),
        'must be an address or a host name of this machine, like 0.0.0.0 or 127.0.0.1; the port is in PORT',
      ),
    PORT: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port between 0 and 65535')
      .refine((text) => Number(text) <= 65535, 'must be a port between 0 and 65535'),
    ORIGIN: z
      .string()
      .refine(
        (text) => toOrigin(text) !== undefined,
        'must be like https://portal.example.com, with no path',
      ),
    TRUSTED_PROXY: z
      .string()
      .refine(
        (text) => splitList(text).every(isAddressOrSubnet),
        'must list addresses or subnets, like 10.0.0.5, 10.1.0.0/16',
      ),
    HOST_DOMAIN: z
      .string()
      .toLowerCase()
      .regex(domainPattern, 'must be a bare domain, like portal.example.com'),
    DEFAULT_TENANT: z
      .string()
      .refine(isSlug, 'must be the short name of a club: small letters, digits and single hyphens'),
    DATA_DIR: z.string().refine((text) => !text.includes('\0'), 'must be a folder'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(?:ql)?:\/\//, 'must begin with postgres:// or postgresql://')
      .refine((text) => !hasOpenPassword(text), openPassword)
      .refine(
        (text) => listDatabaseUrls(text).every((url) => URL.canParse(url)),
        'must be an address, like postgres://user:password@host/database, or with several hosts, host1:5432,host2:5432',
      ),
    STORAGE_URL: z
      .string()
      .refine(
        (text) => parseStorageUrl(text) !== undefined,
        'must be like s3://bucket?endpoint=https://storage.example.com&region=eu-1; beside these, prefix=NAME/ and links=signed are possible',
      ),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(?:sk|rk)_(?:live|test)_\S+$/, 'must begin with sk_live_ or sk_test_'),
    STRIPE_PUBLISHABLE_KEY: z
      .string()
      .regex(/^pk_(?:live|test)_\S+$/, 'must begin with pk_live_ or pk_test_'),
    STRIPE_WEBHOOK_SECRET: z.string().regex(/^whsec_\S+$/, 'must begin with whsec_'),
    SMTP_URL: z
      .string()
      .refine((text) => !hasOpenPassword(text), openPassword)
      .refine((text) => hasScheme(text, ['smtp:', 'smtps:']), 'must begin with smtp:// or smtps://'),
    MAIL_FROM: z
      .string()
      .refine(
        (text) => isAddress(findSender(text)) && !/[\r\n]/.test(text),
        'must have a whole e-mail address, like club@example.org or Valley Motor Club <club@example.org>',
      ),
    SMS_URL: z
      .string()
      .refine((text) => hasScheme(text, ['http:', 'https:']), 'must begin with https:// or http://'),
    SMS_TOKEN: z.string(),
    SANDBOX_TOKEN: z
      .string()
      .min(leastSandboxTokenLength, `must have at least ${leastSandboxTokenLength} characters`),
    METRICS_TOKEN: z
      .string()
      .min(leastSandboxTokenLength, `must have at least ${leastSandboxTokenLength} characters`),
  })
  .partial()
type Name = keyof typeof environment.shape

/** The names of all settings. */
export const settingNames = Object.keys(environment.shape) as readonly Name[]

/** `args` are the words after the script's name. An empty variable counts as not set. */
export function parseConfig(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Config {
  const faults: string[] = []
  const options = parseOptions(args, faults)
  const given: Given = {}
  for (const name of settingNames) {
    const value = env[name]?.trim()
    if (value !== undefined && value !== '') given[name] = value
  }
  const parsed = environment.safeParse(given)
  const all = parsed.error?.issues ?? []
  // of one setting the first is enough
  const issues = all.filter(({ path }, at) => all.findIndex((other) => other.path[0] === path[0]) === at)
  faults.push(...issues.map(({ path, message }) => `${path.join('.')} ${message}.`))
  const isWrong = (name: Name) => issues.some(({ path }) => path[0] === name)
  // what is wrong in itself is not compared with others
  const right = Object.fromEntries(Object.entries(given).filter(([name]) => !isWrong(name as Name)))
  const values = environment.parse(right)
  const cardKeys = toCardKeys(values, given, faults)
  const mail = toPair(values, given, ['SMTP_URL', 'MAIL_FROM'], faults)
  const sms = toPair(values, given, ['SMS_URL', 'SMS_TOKEN'], faults)
  if (cardKeys?.mode === 'live' && given.SMTP_URL === undefined && given.MAIL_FROM === undefined) {
    faults.push('Live card keys require SMTP_URL and MAIL_FROM, because receipts are mailed.')
  }
  if (cardKeys?.mode === 'live' && given.SANDBOX_TOKEN !== undefined) {
    faults.push('SANDBOX_TOKEN cannot be set together with live card keys, because then there is no sandbox.')
  }
  const hostDomain = values.HOST_DOMAIN ?? null
  const origin = toOrigin(values.ORIGIN ?? '')
  if (hostDomain !== null && origin !== undefined && new URL(origin).hostname !== hostDomain) {
    faults.push(
      `HOST_DOMAIN is ${hostDomain}, but ORIGIN is ${origin}: the links of clubs would lead elsewhere. Set ORIGIN to https://${hostDomain}.`,
    )
  }
  const port = values.PORT === undefined ? defaultPort : Number(values.PORT)
  if (given.ORIGIN === undefined) {
    const reason = [
      values.HOST_DOMAIN !== undefined && 'HOST_DOMAIN',
      mail !== null && 'SMTP_URL',
      sms !== null && 'SMS_URL',
      cardKeys !== null && 'STRIPE_SECRET_KEY',
    ].find((name) => name !== false)
    if (reason !== undefined) {
      faults.push(`ORIGIN is required when ${reason} is set: it is the address in mails, codes and links.`)
    }
  }
  const config: Config = {
    host: values.HOST ?? '0.0.0.0',
    port,
    origin: origin ?? `http://localhost:${port}`,
    trustedProxies: splitList(values.TRUSTED_PROXY ?? ''),
    hostDomain,
    defaultTenant: values.DEFAULT_TENANT ?? null,
    dataDir: resolve(values.DATA_DIR ?? './data'),
    databaseUrl: values.DATABASE_URL === undefined ? null : toStrictTls(values.DATABASE_URL),
    storage: values.STORAGE_URL === undefined ? null : (parseStorageUrl(values.STORAGE_URL) ?? null),
    cardKeys,
    mail: mail && { url: mail[0], from: mail[1] },
    sms: sms && { url: sms[0], token: sms[1] },
    sandboxToken: values.SANDBOX_TOKEN ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    ...options,
  }
  if (config.isDemoWanted && isPublic(config)) {
    faults.push(
      `--demo is refused where ORIGIN is public (${config.origin}): everybody knows the passwords of the demo's people.`,
    )
  }
  if (faults.length > 0) throw new ConfigFault(faults)
  return config
}

function parseOptions(args: readonly string[], faults: string[]): Pick<Config, 'isDemoWanted' | 'appDir'> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { demo: { type: 'boolean' }, app: { type: 'string' } },
    })
    return {
      isDemoWanted: values.demo === true,
      appDir: values.app === undefined ? null : resolve(values.app),
    }
  } catch {
    faults.push(
      `"${args.join(' ')}" is not an option of the server. Its options are --demo and --app FOLDER.`,
    )
    return { isDemoWanted: false, appDir: null }
  }
}

type Given = { [N in Name]?: string }
type Values = z.output<typeof environment>

/** The server does not start with only some of the keys, or with live and test keys mixed. */
function toCardKeys(values: Values, given: Given, faults: string[]): CardKeys | null {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0) {
    faults.push(`The three card keys belong together; missing: ${missing.join(', ')}.`)
  }
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = values
  if (secretKey === undefined || publishableKey === undefined || webhookSecret === undefined) return null
  const mode = secretKey.includes('_live_') ? 'live' : 'test'
  if (!publishableKey.startsWith(`pk_${mode}_`)) {
    faults.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY mix a live and a test key.')
    return null
  }
  return { secretKey, publishableKey, webhookSecret, mode }
}

function toPair(
  values: Values,
  given: Given,
  [first, second]: readonly [Name, Name],
  faults: string[],
): readonly [string, string] | null {
  if (given[first] === undefined && given[second] === undefined) return null
  for (const [set, missing] of [
    [second, first],
    [first, second],
  ] as const) {
    if (given[missing] === undefined) faults.push(`${set} is set, but ${missing} is missing.`)
  }
  const pair = [values[first], values[second]] as const
  return pair[0] === undefined || pair[1] === undefined ? null : [pair[0], pair[1]]
}

function toOrigin(text: string): string | undefined {
  if (!hasScheme(text, ['http:', 'https:'])) return undefined
  const url = new URL(text)
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
  return isBare ? url.origin : undefined
}

/** The driver takes these words for the strict one, too, and would warn of it in lines of its own. */
function toStrictTls(databaseUrl: string): string {
  return databaseUrl.includes('uselibpqcompat')
    ? databaseUrl
    : databaseUrl.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  return URL.canParse(text) && schemes.includes(new URL(text).protocol)
}

/** Something that ends the host's part stands before the last @, so that the password would be read as a path. */
function hasOpenPassword(text: string): boolean {
  const [, , ...rest] = text.split('/')
  return (
    rest
      .join('/')
      .replace(/[^@]*$/, '')
      .search(/[/?#]/) !== -1
  )
}

/** Labels as in a domain. Only digits and dots would be an address that is none. */
function isHostName(text: string): boolean {
  return /^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/.test(text) && !/^[\d.]+$/.test(text)
}

function splitList(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '')
}

function isAddressOrSubnet(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  if (bits === undefined) return true
  // who trusts everybody believes what strangers say of their address
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
