// The way to push services: a host's addresses are checked, and the connection goes to the checked address.
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { Agent, type AgentOptions } from 'node:https'
import { BlockList, isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import { isPushHost } from './pushEndpoint.ts'

/** Tests bring their own. */
export interface PushNetwork {
  /** All addresses of a host. */
  resolve(host: string): Promise<readonly string[]>
  /** Opens TLS to this address, whose certificate must be for the host. */
  connect(address: string, host: string): Duplex
}

export const pushPort = 443

export const internet: PushNetwork = {
  async resolve(host) {
    const found: LookupAddress[] = await lookup(host, { all: true, order: 'verbatim' })
    return found.map(({ address }) => address)
  },
  connect: (address, host) =>
    connect({ host: address, port: pushPort, servername: host, ALPNProtocols: ['http/1.1'] }),
}

/** Why nothing was connected to. */
export class RefusedAddress extends Error {
  constructor() {
    super('the address of the push service is not public')
    this.name = 'RefusedAddress'
  }
}

// what is not a public address (rules/security 6.4): IANA's special-purpose registries
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  special.addSubnet(network, bits, 'ipv4')
}
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  special.addSubnet(network, bits, 'ipv6')
}
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether the whole internet reaches it. An IPv4 address written as IPv6 never counts. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !special.check(address, 'ipv4')
  // a zone is of a link
  return (
    version === 6 &&
    !address.includes('%') &&
    global6.check(address, 'ipv6') &&
    !special.check(address, 'ipv6')
  )
}

/**
 * Connections to push services, which stay open for the next message. Each is made to an address that was just
 * checked, so no second look-up can lead elsewhere. Proxies of the environment are not used.
 */
export class PushAgent extends Agent {
  readonly #network: PushNetwork

  constructor(network: PushNetwork, options: AgentOptions) {
    super({ keepAlive: true, ...options })
    this.#network = network
  }

  override createConnection(
    { host, port }: { host?: string | null; port?: number | string | null },
    done?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | null | undefined {
    this.#open(host ?? '', Number(port)).then(
      (stream) => done?.(null, stream),
      // the types want a stream also where there is none
      (error: Error) => done?.(error, undefined as unknown as Duplex),
    )
    return undefined
  }

  async #open(host: string, port: number): Promise<Duplex> {
    if (!isPushHost(host) || port !== pushPort) throw new RefusedAddress()
    const addresses = await this.#network.resolve(host)
    const [address] = addresses
    if (address === undefined || !addresses.every(isPublicAddress)) throw new RefusedAddress()
    return this.#network.connect(address, host)
  }
}
