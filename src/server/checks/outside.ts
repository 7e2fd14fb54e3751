// How the instance looks from outside: its public address and certificate, the push services, its clock.
import { connect as connectTcp, isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { dayMs, hourMs } from '../../domain/time.ts'
import { longestCheckStepMs } from '../limits/machine.ts'
import { fewCertificateDays } from '../limits/times.ts'
import type { Config } from '../process/config.ts'
import { isPublic } from '../process/loopback.ts'
import { pushHosts } from '../providers/pushEndpoint.ts'
import { pushPort } from '../providers/pushNetwork.ts'
import { type Finding, fault, good, toCode, warning } from './finding.ts'
import { noteDate } from './services.ts'

interface OutsideParts {
  readonly config: Config
  readonly now: number
  /** A club, whose own address is asked too where clubs have hosts of their own. */
  readonly club?: string | undefined
  onClock(theirMs: number, ourMs: number): void
}

/** Asks as a phone would: through the proxy, if there is one. */
export async function checkAddress({ config, now, club, onClock }: OutsideParts): Promise<Finding[]> {
  const own = new URL(config.origin)
  if (config.hostDomain === null || club === undefined) return checkAt(own, now, onClock)
  const ofClub = new URL(own)
  ofClub.hostname = `${club}.${config.hostDomain}`
  const [found, foundOfClub] = await Promise.all([checkAt(own, now, onClock), checkAt(ofClub, now, onClock)])
  return [...found, ...foundOfClub]
}

async function checkAt(url: URL, now: number, onClock: OutsideParts['onClock']): Promise<Finding[]> {
  if (url.protocol !== 'https:') return checkServer(url, onClock)
  const certificate = await checkCertificate(url, now)
  if (certificate.level === 'fault') return [certificate]
  return [certificate, ...(await checkServer(url, onClock))]
}

/** What a proxy says where nothing is behind it. */
const ofProxy: ReadonlySet<number> = new Set([502, 503, 504])

async function checkServer(
  { origin }: URL,
  onClock: (theirMs: number, ourMs: number) => void,
): Promise<Finding[]> {
  try {
    const response = await fetch(`${origin}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(longestCheckStepMs),
    })
    noteDate(response.headers.get('date'), onClock)
    const body = (await response.json().catch(() => ({}))) as { ready?: unknown; code?: unknown }
    if (body.ready === true) return [good(`${origin} leads to a server that is ready.`)]
    if (typeof body.code === 'string') {
      return [
        fault(`The server at ${origin} runs and is not ready: ${body.code} (docs/server.md, "Is it well?").`),
      ]
    }
    if (ofProxy.has(response.status)) {
      return [
        warning(
          `The server is not running: a proxy answers at ${origin} (status ${response.status}). systemctl status showfield says more. If it runs, look at the port in the proxy.`,
        ),
      ]
    }
    const location = response.headers.get('location') ?? ''
    const target = URL.canParse(location, origin) ? new URL(location, origin).origin : origin
    if (target !== origin) {
      return [fault(`${origin} redirects to ${target}. Set ORIGIN to the address where people arrive.`)]
    }
    return [
      fault(
        `${origin} leads to something else than this server (status ${response.status}). Look at the proxy, and at ORIGIN.`,
      ),
    ]
  } catch (error) {
    const code = toCode(error)
    if (code === 'ENOTFOUND') {
      return [warning(`The name in ${origin} is not known. Add it to the DNS, or look at the settings.`)]
    }
    return [
      warning(
        `Nothing answers at ${origin} (${code}). Is the server running, and does the proxy lead to it?`,
      ),
    ]
  }
}

/** Whether the port is free, or this server's. */
export async function checkPort({ config }: { readonly config: Config }): Promise<Finding[]> {
  const { host, port } = config
  const anywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }
  const asked = anywhere[host] ?? host
  const isOurs = await fetch(`http://${isIP(asked) === 6 ? `[${asked}]` : asked}:${port}/healthz`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(longestCheckStepMs),
  }).then(
    async (response) => ((await response.json().catch(() => ({}))) as { ok?: unknown }).ok === true,
    // what is no web server answers in its own words; nobody at all is said by the address
    (error: unknown) => (/^HPE_|^HTTPParserError$/.test(toCode(error)) ? false : undefined),
  )
  if (isOurs !== false) return []
  return [
    fault(
      `Port ${port} is in use by another program, so that the server cannot start. Stop that program, or set PORT to another port.`,
    ),
  ]
}

async function checkCertificate({ hostname, port }: URL, now: number): Promise<Finding> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  let socket: TLSSocket | undefined
  try {
    socket = await openTls(host, Number(port || 443))
    const { valid_from: from, valid_to: to } = socket.getPeerCertificate()
    const age = judgeCertificate(host, { from: Date.parse(from), to: Date.parse(to) }, now)
    if (age.level === 'fault' || socket.authorized) return age
    const code = toCode({ code: socket.authorizationError })
    return fault(
      `Browsers do not trust the certificate of ${host} (${code}). Put one of a known authority, with its chain, into the proxy. If it is of an authority of your own that your phones trust, name its file in NODE_EXTRA_CA_CERTS.`,
    )
  } catch (error) {
    return warning(
      `No certificate could be read at ${host} (${toCode(error)}). Is the proxy running, and the name known?`,
    )
  } finally {
    socket?.destroy()
  }
}

/** One that lives for hours only is renewed as often: what is left of it counts beside its whole life. */
export function judgeCertificate(
  host: string,
  { from, to }: { readonly from: number; readonly to: number },
  now: number,
): Finding {
  const [day = '', time = ''] = new Date(to).toISOString().split('T')
  const left = to - now
  if (left < 0)
    return fault(`The certificate of ${host} ended on ${day}. Renew it: browsers open the page no more.`)
  const isShort = left < 2 * dayMs
  const until = isShort ? `${day} ${time.slice(0, 5)} (UTC)` : day
  if (left < fewCertificateDays * dayMs && left < (to - from) / 5) {
    const rest = isShort ? `${Math.floor(left / hourMs)} hours` : `${Math.floor(left / dayMs)} days`
    return warning(`The certificate of ${host} ends on ${until}, in ${rest}. Look why it is not renewed.`)
  }
  return good(`The certificate of ${host} is good until ${until}.`)
}

/** Also where the certificate is not trusted. */
function openTls(host: string, port: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      // an address is no name of a server
      {
        ...{ host, port, rejectUnauthorized: false, timeout: longestCheckStepMs },
        ...(isIP(host) === 0 ? { servername: host } : {}),
      },
      () => resolve(socket),
    )
    socket.on('timeout', () => socket.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })))
    socket.on('error', reject)
  })
}

/** Where notifications are handed over. A local instance needs none of them. */
export async function checkPushServices({ config }: { config: Config }): Promise<Finding[]> {
  if (!isPublic(config) || !config.origin.startsWith('https:')) return []
  const hosts = pushHosts.filter(({ beneath }) => !beneath).map(({ host }) => host)
  const closed: string[] = []
  await Promise.all(hosts.map(async (host) => ((await isOpen(host)) ? undefined : closed.push(host))))
  if (closed.length === 0) return [good('The push services can be reached.')]
  return [
    warning(
      `Notifications cannot reach ${closed.sort().join(', ')} on port ${pushPort}. Let the server through the firewall; docs/server.md lists all names.`,
    ),
  ]
}

function isOpen(host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectTcp({ host, port: pushPort, timeout: longestCheckStepMs }, () => end(true))
    const end = (isThere: boolean): void => {
      socket.destroy()
      resolve(isThere)
    }
    socket.on('error', () => end(false))
    socket.on('timeout', () => end(false))
  })
}
