// Real proxies in front of two servers, with the configuration that the project gives to operators: Debian's nginx and
// Caddy, as processes of their own on the loopback.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { findFreePort } from '../processes/freePort.ts'
import { findProgram } from './debian.ts'

const project = join(import.meta.dirname, '..', '..', '..')
/** The name that the documents use. */
export const domain = 'shows.example.org'
const startDeadlineMs = 20_000

export interface StartedProxy {
  readonly port: number
  /** What it has said last. */
  log(): string
  stop(): Promise<void>
}

interface ProxyOptions {
  readonly folder: string
  readonly servers: readonly [number, number]
}

export const proxyKinds = ['nginx', 'Caddy'] as const
export type ProxyKind = (typeof proxyKinds)[number]

/** Why it cannot be started here, in words for a skipped test. */
export async function startProxy(
  kind: ProxyKind,
  options: ProxyOptions,
): Promise<StartedProxy | { reason: string }> {
  const port = await findFreePort()
  const folder = mkdtempSync(join(options.folder, `${kind}-`))
  const key = join(folder, 'key.pem')
  const certificate = join(folder, 'certificate.pem')
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
      ],
      ...['-subj', `/CN=${domain}`, '-addext', `subjectAltName=DNS:${domain},DNS:*.${domain}`],
      ...['-keyout', key, '-out', certificate],
    ],
    { stdio: 'ignore' },
  )
  const made = { ...options, folder, port, key, certificate }
  const started = kind === 'nginx' ? runNginx(made) : runCaddy(made)
  if (started === undefined) return { reason: `${kind} could not be found or fetched` }
  const gone = once(started, 'close')
  let log = ''
  started.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000)
  })
  const stop = async (): Promise<void> => {
    started.kill('SIGTERM')
    await gone
  }
  const deadline = Date.now() + startDeadlineMs
  for (;;) {
    const answer = await askThrough({ port }, '/healthz').catch(() => undefined)
    if (answer?.status === 200) return { port, stop, log: () => log }
    if (started.exitCode !== null || Date.now() > deadline) throw new Error(`${kind} does not answer: ${log}`)
    await pause(50)
  }
}

interface Made extends ProxyOptions {
  readonly port: number
  readonly key: string
  readonly certificate: string
}

/** The block of docs/server.md. */
function runNginx({ folder, servers, port, key, certificate }: Made) {
  const program = findProgram('nginx', ['nginx'], folder)
  if (program === undefined) return undefined
  const [, documented = ''] =
    /```nginx\n(.*?)```/s.exec(readFileSync(join(project, 'docs/server.md'), 'utf8')) ?? []
  const block = documented
    .replace('127.0.0.1:3000', `127.0.0.1:${servers[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${servers[1]}`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
    .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => {
    mkdirSync(join(folder, name))
    return `${name}_temp_path ${join(folder, name)};`
  })
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; ${user} pid ${join(folder, 'nginx.pid')}; error_log stderr;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${block}\n}\n`,
  )
  return spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

/** The project's Caddyfile. */
function runCaddy({ folder, servers, port, key, certificate }: Made) {
  const program = findProgram('caddy', ['caddy'], folder)
  if (program === undefined) return undefined
  const block = readFileSync(join(project, 'Caddyfile'), 'utf8')
    .replaceAll('one:3000', `127.0.0.1:${servers[0]}`)
    .replaceAll('two:3000', `127.0.0.1:${servers[1]}`)
    .replace(
      '{$ORIGIN} {',
      `https://${domain}:${port}, https://*.${domain}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}\n`,
    )
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tadmin off\n\tauto_https disable_redirects\n}\n${block}`)
  return spawn(program, ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
}

export interface Through {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
  /** As the browser shows it. */
  readonly text: string
}

export interface ThroughOptions {
  readonly host?: string
  /** The visitor's address. */
  readonly from?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

// connections are kept, as a browser keeps them
const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })

export function askThrough(
  { port }: Pick<StartedProxy, 'port'>,
  path: string,
  { host = domain, from, method = 'GET', headers = {}, body }: ThroughOptions = {},
): Promise<Through> {
  return new Promise((resolve, reject) => {
    const request = httpsRequest(
      {
        ...{ host: '127.0.0.1', port, path, method, agent, servername: host },
        ...(from === undefined ? {} : { localAddress: from }),
        headers: {
          host,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('error', reject).on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const bytes = Buffer.concat(chunks)
          const encoding = response.headers['content-encoding']
          const plain =
            encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            bytes,
            text: plain.toString('utf8'),
          })
        })
      },
    )
    request.on('error', reject)
    request.end(body)
  })
}
