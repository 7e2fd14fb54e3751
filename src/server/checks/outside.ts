// How the instance looks from outside: its public address and certificate, the push services, its clock.
import { connect as connectTcp } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { dayMs, secondMs } from '../../domain/time.ts'
import { longestCheckStepMs } from '../limits/machine.ts'
import { fewCertificateDays, largestClockGapMs } from '../limits/times.ts'
import type { Config } from '../process/config.ts'
import { isPublic } from '../process/loopback.ts'
import { pushHosts } from '../providers/pushEndpoint.ts'
import { pushPort } from '../providers/pushNetwork.ts'
import { type Finding, fault, good, toCode, warning } from './finding.ts'
import { noteDate } from './services.ts'

interface OutsideParts {
  readonly config: Config
  readonly now: number
  onClock(theirMs: number, ourMs: number): void
}

/** Asks as a phone would: through the proxy, if there is one. */
export async function checkAddress({ config, now, onClock }: OutsideParts): Promise<Finding[]> {
  const url = new URL(config.origin)
  if (url.protocol === 'https:') {
    const certificate = await checkCertificate(url, now)
    if (certificate.level === 'fault') return [certificate]
    return [certificate, ...(await checkServer(config, onClock))]
  }
  return checkServer(config, onClock)
}

async function checkServer(
  { origin }: Config,
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
    return [
      fault(
        `${origin} leads to something else than this server (status ${response.status}). Look at the proxy, and at ORIGIN.`,
      ),
    ]
  } catch (error) {
    return [
      warning(
        `Nothing answers at ${origin} (${toCode(error)}). Is the server running, and does the proxy lead to it?`,
      ),
    ]
  }
}

async function checkCertificate({ hostname, port }: URL, now: number): Promise<Finding> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  let socket: TLSSocket | undefined
  try {
    socket = await openTls(host, Number(port || 443))
    const { valid_to: end } = socket.getPeerCertificate()
    const days = Math.floor((Date.parse(end) - now) / dayMs)
    const day = new Date(end).toISOString().slice(0, 10)
    if (days < 0)
      return fault(`The certificate of ${host} ended on ${day}. Renew it: browsers open the page no more.`)
    if (!socket.authorized) {
      const code = toCode({ code: socket.authorizationError })
      return fault(
        `Browsers do not trust the certificate of ${host} (${code}). Put one of a known authority, with its chain, into the proxy.`,
      )
    }
    if (days < fewCertificateDays) {
      return warning(
        `The certificate of ${host} ends on ${day}, in ${days} days. Look why it is not renewed.`,
      )
    }
    return good(`The certificate of ${host} is good until ${day}.`)
  } catch (error) {
    return warning(
      `No certificate could be read at ${host} (${toCode(error)}). Is the proxy running, and the name known?`,
    )
  } finally {
    socket?.destroy()
  }
}

/** Also where the certificate is not trusted. */
function openTls(host: string, port: number): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      { host, port, servername: host, rejectUnauthorized: false, timeout: longestCheckStepMs },
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

/** What others say of the time, against ours. */
export function judgeClocks(
  clocks: readonly { readonly of: string; readonly theirMs: number; readonly ourMs: number }[],
): Finding[] {
  if (clocks.length === 0) return []
  const gaps = clocks.map(({ of, theirMs, ourMs }) => ({ of, gapMs: ourMs - theirMs }))
  const wrong = gaps.filter(({ gapMs }) => Math.abs(gapMs) > largestClockGapMs)
  if (wrong.length === 0)
    return [good(`This machine's clock agrees with ${gaps.map(({ of }) => of).join(', ')}.`)]
  const told = wrong.map(
    ({ of, gapMs }) =>
      `${Math.round(Math.abs(gapMs) / secondMs)} seconds ${gapMs > 0 ? 'after' : 'before'} ${of}`,
  )
  return [
    fault(
      `This machine's clock is ${told.join(' and ')}: codes and payments that depend on time fail. Set it by NTP (timedatectl set-ntp true).`,
    ),
  ]
}
